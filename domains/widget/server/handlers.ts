import { randomUUID } from "node:crypto";
import { Failure } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { ShownWidget, widget } from "../contract.ts";
import { previousKeyDays, widgetTexts } from "../rules.ts";
import { sitesOf } from "./pageOf.ts";
import { dropPreviousKey, previousKeyOf, replaceKey, saveWidget, sitesSeen, widgetOf } from "./store.ts";

const seenDays = 30;
const dayMs = 86_400_000;

export const widgetHandlers: Handlers<typeof widget> = {
  settings: (context) => shown(context),

  async change(context, { body }) {
    const { db, scope, audit } = context;
    const settings = { ...body, sites: sitesOf(body.sites), color: body.color.toLowerCase() };
    await saveWidget(db, scope, settings);
    const detail = { is_on: settings.is_on, sites: settings.sites.join(" ") };
    await audit({ action: "changed the messaging widget", subject: "location", subject_id: scope.location_id, detail });
    return shown(context);
  },

  async renewKey(context) {
    const { db, scope, now, audit } = context;
    const until = new Date(now().getTime() + previousKeyDays * dayMs);
    if (!(await replaceKey(db, scope, randomUUID().replaceAll("-", ""), until, now())))
      throw new Failure("conflict", "Your old snippet still works. Stop it before you get another one.");
    const detail = { old_one_works_until: until.toISOString() };
    await audit({ action: "renewed the snippet of", subject: "location", subject_id: scope.location_id, detail });
    return shown(context);
  },

  async endPreviousKey(context) {
    const { db, scope, now, audit } = context;
    if (await previousKeyOf(db, scope, now()))
      await audit({ action: "stopped the old snippet of", subject: "location", subject_id: scope.location_id });
    await dropPreviousKey(db, scope);
    return shown(context);
  },
};

async function shown({ db, scope, now }: StaffContext): Promise<ShownWidget> {
  const { key: _, ...settings } = await widgetOf(db, scope);
  const seen_on = await sitesSeen(db, scope, new Date(now().getTime() - seenDays * dayMs));
  const { greeting, closedGreeting } = widgetTexts;
  const previous = await previousKeyOf(db, scope, now());
  return {
    ...settings,
    seen_on,
    default_greeting: greeting,
    default_closed_greeting: closedGreeting,
    previous_until: previous?.previous_until?.toISOString() ?? null,
    previous_used_at: previous?.previous_used_at?.toISOString() ?? null,
    previous_used_on: previous?.previous_used_on ?? "",
  };
}

import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { ShownWidget, widget } from "../contract.ts";
import { widgetTexts } from "../rules.ts";
import { sitesOf } from "./pageOf.ts";
import { saveWidget, sitesSeen, widgetOf } from "./store.ts";

const seenDays = 30;

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
};

async function shown({ db, scope, now }: StaffContext): Promise<ShownWidget> {
  const { key: _, ...settings } = await widgetOf(db, scope);
  const seen_on = await sitesSeen(db, scope, new Date(now().getTime() - seenDays * 86_400_000));
  const { greeting, closedGreeting } = widgetTexts;
  return { ...settings, seen_on, default_greeting: greeting, default_closed_greeting: closedGreeting };
}

import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { extendCampaigns } from "#domains/campaigns/sending/server/public.ts";
import { isReplaced, problemOf } from "#domains/marketing/rules/rules.ts";
import {
  allHours,
  currentStop,
  deleteHours,
  endStop,
  insertStop,
  upsertHours,
} from "#domains/marketing/rules/server/public.ts";
import { type HealthLevel, healthLevels, type marketingRules } from "../contract.ts";
import { worstLevel } from "../rules.ts";
import { readSendingHealth } from "./healthStore.ts";

const hourMs = 3_600_000;
/** How long campaigns may still send after a stop ends, in milliseconds. */
const restMs = 72 * hourMs;

/** Days over which a client's figures are counted. */
const healthDays = 7;

/** The operator's day, by which a rule begins. */
const today = (now: Date) => wallTimeAt(now, "America/New_York").date;

export const marketingRulesHandlers: Handlers<typeof marketingRules> = {
  async current({ db, now }) {
    const stop = await currentStop(db);
    const rows = await allHours(db);
    const day = today(now());
    const quiet_hours = rows.map((row) => {
      return { ...row, is_future: row.since > day, is_replaced: isReplaced(row, rows, day) };
    });
    return { stop: stop ? { reason: stop.reason, since: stop.stopped_at } : null, quiet_hours };
  },

  async health({ db, now }) {
    const at = now();
    const rows = await readSendingHealth(db, new Date(at.getTime() - healthDays * 24 * hourMs), at);
    const badness = ({ level }: { level: HealthLevel }) => healthLevels.indexOf(level);
    return rows
      .map((row) => ({ ...row, level: worstLevel(row, at) }))
      .toSorted((first, second) => badness(second) - badness(first));
  },

  async stop({ db, now, who, audit }, { body: { reason } }) {
    const isNew = await insertStop(db, { reason, stopped_at: now(), stopped_by: who.user_id });
    if (!isNew) throw new Failure("conflict", "All marketing is already stopped.");
    await audit({ action: "stopped all", subject: "marketing", dealer_id: platformDealer, detail: { reason } });
  },

  async resume({ db, now, who, audit }) {
    const ended = await endStop(db, { ended_at: now(), ended_by: who.user_id });
    if (!ended) return new CallResult("Marketing isn't stopped.", null, "info");
    await extendCampaigns(db, new Date(now().getTime() + restMs));
    const detail = { reason: ended.reason };
    await audit({ action: "resumed all", subject: "marketing", dealer_id: platformDealer, detail });
    return null;
  },

  async setHours({ db, now, audit }, { body }) {
    const problem = problemOf(body, await allHours(db), today(now()));
    if (problem) throw invalidField(problem.field, problem.text);
    await upsertHours(db, { ...body, state: body.state.toUpperCase() });
    await audit({ action: "set", subject: "quiet hours", dealer_id: platformDealer, detail: body });
  },

  async removeHours({ db, now, audit }, { body }) {
    if (body.since <= today(now())) throw new Failure("conflict", "Only hours that haven't started can be removed.");
    const removed = await deleteHours(db, { ...body, state: body.state.toUpperCase() });
    orNotFound(removed || undefined);
    await audit({ action: "removed", subject: "quiet hours", dealer_id: platformDealer, detail: body });
  },
};

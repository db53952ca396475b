import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { quietHours } from "#domains/marketing/hours/server/public.ts";
import { allowedBefore, reminderTime } from "../rules.ts";
import { areaOf } from "./areaOf.ts";
import { remindCustomerJob } from "./jobs.ts";
import {
  dueReminders,
  insertPlanned,
  type PlannedReminder,
  removeOldReminders,
  type UnplannedReminder,
  unplannedReminders,
} from "./store.ts";

const keptMs = 60 * 86_400_000;

/** Plans the reminders of coming appointments of all businesses, and hands over those that are due. */
export async function sweepReminders({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("plan appointment reminders", planReminders);
  await within.platform("due appointment reminders", async (unit) => {
    for (const key of await dueReminders(unit.db, unit.now()))
      unit.enqueue(remindCustomerJob, key, { dedupeKey: `${key.dealer_id}.${key.reminder_id}` });
    await removeOldReminders(unit.db, new Date(unit.now().getTime() - keptMs));
  });
}

/**
 * Plans ahead, so that an interruption and a late booking are told apart: a reminder that is late when it is planned is of
 * an appointment that was just made or moved, whose customer knows about it.
 */
async function planReminders({ db, now: clock }: UnitOfWork): Promise<void> {
  const unplanned = await unplannedReminders(db, clock());
  if (unplanned.length === 0) return;
  const rules = await quietHours(db);
  const plan = (reminder: UnplannedReminder): PlannedReminder => {
    const { dealer_id, location_id, appointment_id, starts_at, hours_before, time_zone } = reminder;
    const due = reminderTime(starts_at, hours_before, time_zone);
    const allowed = allowedBefore(due, { area: areaOf(reminder, time_zone), rules });
    const reason = !allowed ? "quiet" : allowed < clock() ? "late" : "";
    const state = reason === "" ? "waiting" : "skipped";
    const row = { dealer_id, location_id, appointment_id, starts_at, hours_before };
    return { ...row, send_at: allowed ?? due, state, reason };
  };
  await insertPlanned(db, unplanned.map(plan));
}

import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isOptedOut } from "#domains/customers/server/public.ts";
import { storeAndSend } from "#domains/inbox/outbox/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { quietHours } from "#domains/marketing/hours/server/public.ts";
import type { ReminderSettings } from "../contract.ts";
import { decideReminder, reminderText, whenIn } from "../rules.ts";
import { areaOf } from "./areaOf.ts";
import { reminderSettingsOf } from "./settingsStore.ts";
import { changeReminder, type LockedReminder, lockWaiting, type ReminderKey } from "./store.ts";

/**
 * Sends a reminder that is due, once: its text and that it was sent are one transaction, and whoever comes second finds it
 * sent. One that makes no sense any more, or may not be sent, is skipped.
 */
export async function remindCustomer(
  { within }: { readonly within: Pick<Server["within"], "business"> },
  key: ReminderKey,
): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "an appointment reminder", async (unit) => {
    const reminder = await lockWaiting(unit.db, key);
    if (!reminder) return;
    const settings = await reminderSettingsOf(unit.db, reminder);
    const reason = await reasonAgainst(unit, reminder, settings);
    if (reason) return changeReminder(unit.db, key, { state: "skipped", reason });
    const area = areaOf(reminder.customer ?? { phone: "", address: "" }, reminder.time_zone);
    const decision = decideReminder(reminder, unit.now(), { area, rules: await quietHours(unit.db) });
    if (decision.kind === "wait") return changeReminder(unit.db, key, { send_at: decision.until });
    if (decision.kind === "skip") return changeReminder(unit.db, key, { state: "skipped", reason: decision.reason });
    await changeReminder(unit.db, key, { state: "sent", sent_at: unit.now() });
    await textReminder(unit, reminder, settings);
  });
}

async function reasonAgainst({ db }: UnitOfWork, reminder: LockedReminder, settings: ReminderSettings) {
  const { dealer_id, location_id, customer_id, hours_before, isCurrent, customer } = reminder;
  const isWanted = settings.is_on === 1 && [settings.first_hours, settings.second_hours].includes(hours_before);
  if (!isCurrent) return "changed";
  if (!isWanted) return "off";
  if (!customer) return "removed";
  if (await isOptedOut(db, dealer_id, customer_id)) return "opted_out";
  return (await senderNumber(db, dealer_id, location_id)) ? undefined : "no_number";
}

async function textReminder(unit: UnitOfWork, reminder: LockedReminder, { language }: ReminderSettings) {
  const { dealer_id, location_id, customer_id, starts_at, time_zone, business_name, isConfirmed, id } = reminder;
  const when = whenIn(language, starts_at, time_zone);
  const message = reminderText(language, { business: business_name, when, isConfirmed });
  const chat_id = await chatWith(unit.db, dealer_id, location_id, customer_id);
  await lockChat(unit.db, reminder, chat_id);
  const draft = { dealer_id, location_id, chat_id, customer_id, message, user_id: null, client_id: `reminder-${id}` };
  await storeAndSend(unit, { ...draft, purpose: "conversation", automatic: "reminder", isAutomatic: true });
}

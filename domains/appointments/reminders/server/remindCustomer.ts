import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { type JobData, job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordCustomerAnswer } from "#domains/appointments/server/public.ts";
import { isOptedOut } from "#domains/customers/server/public.ts";
import { reminderAnswer } from "#domains/inboundIntent/rules.ts";
import { type AfterInbound, recordChatEvent } from "#domains/inbox/conversation/server/public.ts";
import { storeAndSend } from "#domains/inbox/sending/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { textSender } from "#domains/locations/server/public.ts";
import { locateRecipient, type RecipientArea } from "#domains/marketing/rules/rules.ts";
import { quietHours } from "#domains/marketing/rules/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import type { ReminderSettings } from "../contract.ts";
import {
  allowedBefore,
  answerTexts,
  confirmationHours,
  confirmationText,
  decideReminder,
  lastUsefulTime,
  reminderText,
  reminderTime,
  whenIn,
} from "../rules.ts";
import { remindCustomerJob, whenDue } from "./confirmation.ts";
import {
  changeReminder,
  dueReminders,
  hasWrittenSince,
  insertPlanned,
  type LockedReminder,
  lockAnswered,
  lockWaiting,
  type PlannedPlace,
  type PlannedReminder,
  type ReminderKey,
  reminderSettingsOf,
  removeOldReminders,
  type UnplannedReminder,
  unplannedReminders,
} from "./store.ts";

/** Plans the reminders of coming appointments, and sends those that are due. */
export const sweepRemindersJob = job("reminders.sweep", z.object({}), { retries: 0, expires: 120, concurrency: 1 });

/** Plans a location's reminders by settings that changed. */
export const planRemindersJob = job("reminders.plan", z.object({ dealer_id: Id, location_id: Id }), { expires: 60 });

/** Acts on what a customer replied to a reminder. */
export const takeAnswerJob = job(
  "reminders.takeAnswer",
  z.object({
    dealer_id: Id,
    location_id: Id,
    chat_id: Id,
    customer_id: Id,
    message_id: Id,
    answer: z.enum(["confirm", "change"]),
    /** The customer was waiting for someone before this text. */
    was_waiting: z.boolean(),
  }),
  { expires: 60 },
);

const keptMs = 60 * 86_400_000;

/** Plans the reminders of one appointment, or of all coming ones at a location. */
export async function planSoon({ within }: Pick<Server, "within">, place: PlannedPlace): Promise<void> {
  const { dealer_id } = place;
  await within.business({ dealer_id }, "plan appointment reminders", (unit) => planReminders(unit, place));
}

/** Plans the reminders that come within reach at all businesses, and hands over those that a crash left. */
export async function sweepReminders({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("plan appointment reminders", (unit) => planReminders(unit));
  await within.eachCell("due appointment reminders", async (unit) => {
    for (const key of await dueReminders(unit.db, unit.now()))
      unit.enqueue(remindCustomerJob, key, { dedupeKey: `${key.dealer_id}.${key.reminder_id}` });
    await removeOldReminders(unit.db, new Date(unit.now().getTime() - keptMs));
  });
}

/**
 * Plans ahead, so that a late booking can be told from an outage: a reminder that is already late when planned belongs
 * to an appointment that was just made or moved.
 */
async function planReminders({ db, now: clock, enqueue }: UnitOfWork, only?: PlannedPlace): Promise<void> {
  const unplanned = await unplannedReminders(db, clock(), only);
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
  for (const { send_at, ...key } of await insertPlanned(db, unplanned.map(plan)))
    enqueue(remindCustomerJob, key, whenDue(key, send_at, clock()));
}

/** Sends a due reminder once: the text and its mark commit together. One that is useless or not allowed is skipped. */
export async function remindCustomer(
  { within }: { readonly within: Pick<Server["within"], "business"> },
  key: ReminderKey,
): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "an appointment reminder", async (unit) => {
    const reminder = await lockWaiting(unit.db, key);
    if (!reminder) return;
    const settings = await reminderSettingsOf(unit.db, reminder);
    const sender = await textSender(unit.db, reminder.dealer_id, reminder.location_id);
    const reason = sender ? await reasonAgainst(unit, reminder, settings) : "no_number";
    if (reason) return changeReminder(unit.db, key, { state: "skipped", reason });
    if (sender && !maySendMarketing(sender.registration)) return waitForNumber(unit, key, reminder);
    const area = areaOf(reminder.customer ?? { phone: "", address: "" }, reminder.time_zone);
    const decision = decideReminder(reminder, unit.now(), { area, rules: await quietHours(unit.db) });
    if (decision.kind === "wait") {
      unit.enqueue(remindCustomerJob, key, whenDue(key, decision.until, unit.now()));
      return changeReminder(unit.db, key, { send_at: decision.until });
    }
    if (decision.kind === "skip") return changeReminder(unit.db, key, { state: "skipped", reason: decision.reason });
    await changeReminder(unit.db, key, { state: "sent", sent_at: unit.now(), starts_at: reminder.starts_at });
    await textReminder(unit, reminder, settings);
  });
}

async function reasonAgainst({ db }: UnitOfWork, reminder: LockedReminder, settings: ReminderSettings) {
  const { dealer_id, customer_id, hours_before, isCurrent, customer } = reminder;
  const isAsked = hours_before === confirmationHours;
  const isWanted =
    isAsked || (settings.is_on === 1 && [settings.first_hours, settings.second_hours].includes(hours_before));
  if (!isCurrent) return "changed";
  if (!isWanted) return "off";
  if (!customer) return "removed";
  return (await isOptedOut(db, dealer_id, customer_id)) ? "opted_out" : undefined;
}

/** Keeps a reminder until its number is registered, or it would be of no more use. */
async function waitForNumber(unit: UnitOfWork, key: ReminderKey, { starts_at, hours_before }: LockedReminder) {
  const last = lastUsefulTime(starts_at, hours_before);
  const now = unit.now();
  if (now > last) return changeReminder(unit.db, key, { state: "skipped", reason: "not_registered" });
  const { dedupeKey, delaySeconds } = whenDue(key, last, now);
  unit.enqueue(remindCustomerJob, key, { delaySeconds: delaySeconds + 1, dedupeKey: `${dedupeKey}.last` });
}

/** Sends the reminders that waited for a location's number, once it is registered. */
export async function remindOfNumber({ within }: Pick<Server, "within">, location: LocationKey): Promise<void> {
  await within.business(location, "reminders of a number", async (unit) => {
    const sender = await textSender(unit.db, location.dealer_id, location.location_id);
    if (!sender || !maySendMarketing(sender.registration)) return;
    for (const key of await dueReminders(unit.db, unit.now(), location))
      unit.enqueue(remindCustomerJob, key, { dedupeKey: `${key.dealer_id}.${key.reminder_id}` });
  });
}

async function textReminder(unit: UnitOfWork, reminder: LockedReminder, { language }: ReminderSettings) {
  const { dealer_id, location_id, customer_id, starts_at, time_zone, business_name, isConfirmed, id } = reminder;
  const when = whenIn(language, starts_at, time_zone);
  const words = { business: business_name, when, isConfirmed };
  const isBooking = reminder.hours_before === confirmationHours;
  const message = isBooking ? confirmationText(language, words) : reminderText(language, words);
  const chat_id = await chatWith(unit.db, dealer_id, location_id, customer_id);
  await lockChat(unit.db, reminder, chat_id);
  const draft = { dealer_id, location_id, chat_id, customer_id, message, user_id: null, client_id: `reminder-${id}` };
  await storeAndSend(unit, { ...draft, purpose: "conversation", automatic: "reminder", isAutomatic: true });
}

/**
 * Where a customer may be. One of whom nothing is known is taken to be where their appointment is: they expect to hear
 * about it.
 */
function areaOf({ phone, address }: { readonly phone: string; readonly address: string }, zone: string): RecipientArea {
  const { zones, states } = locateRecipient({ time_zone: "", address, phone }, zone);
  return { zones, states, isGuess: false };
}

type TakenAnswer = JobData<typeof takeAnswerJob>;

/** A text counts as an answer for this long. */
const answersWithinMs = 36 * 3_600_000;

/**
 * Confirms the appointment that a customer was reminded of, or notes that they ask for another time, and says so to them.
 * Without a reminder that can be meant, the text is one like any other.
 */
async function takeAnswer({ within }: Pick<Server, "within">, job: TakenAnswer): Promise<void> {
  const { dealer_id, location_id, chat_id, customer_id, answer } = job;
  await within.business({ dealer_id }, "an answer to a reminder", async (unit) => {
    const now = unit.now();
    const since = new Date(now.getTime() - answersWithinMs);
    const location = { dealer_id, location_id };
    const reminder = await lockAnswered(unit.db, location, { customer_id, answer, since, now });
    if (!reminder) return;
    await changeReminder(unit.db, { dealer_id, reminder_id: reminder.id }, { answer, answered_at: now });
    await recordCustomerAnswer(unit, location, reminder.appointment_id, answer);
    if (!(await lockChat(unit.db, location, chat_id))) return;
    const kind = answer === "confirm" ? "confirmed" : "asked to change";
    await recordChatEvent(unit, location, { chat_ids: [chat_id], kind });
    const when = whenIn(reminder.language, reminder.starts_at, reminder.time_zone);
    await acknowledge(unit, job, answerTexts[reminder.language][answer](when));
  });
}

/** Answers the customer. A confirmation without further words needs no reply from staff. */
async function acknowledge(unit: UnitOfWork, job: TakenAnswer, message: string): Promise<void> {
  const { dealer_id, location_id, chat_id, customer_id, message_id, answer, was_waiting } = job;
  if (await isOptedOut(unit.db, dealer_id, customer_id)) return;
  const isLast = !(await hasWrittenSince(unit.db, dealer_id, chat_id, message_id));
  const isAnswered = answer === "confirm" && !was_waiting && isLast;
  const draft = { dealer_id, location_id, chat_id, customer_id, message, user_id: null };
  const text = {
    ...draft,
    client_id: `reminder-answer-${message_id}`,
    purpose: "conversation",
    automatic: "reminder",
  } as const;
  try {
    await storeAndSend(unit, { ...text, ...(!isAnswered && { isAutomatic: true as const }) });
  } catch (error) {
    // What the customer said counts, whether or not they can be thanked for it today.
    if (!(error instanceof QuotaReached)) throw error;
  }
}

/** Hands over the texts that may answer a reminder; a job finds out whether there is one, so that texts aren't held up. */
export const readAnswers: AfterInbound = async ({ enqueue }, { dealer_id, location_id }, texts) => {
  for (const { words, carrierKeyword: _, ...text } of texts) {
    const answer = reminderAnswer(words);
    if (answer) enqueue(takeAnswerJob, { dealer_id, location_id, ...text, answer });
  }
};

export const reminderWorkers = [
  worker(sweepRemindersJob, sweepReminders, { schedule: "13 * * * *", atStart: sweepReminders }),
  worker(planRemindersJob, planSoon),
  worker(remindCustomerJob, remindCustomer),
  worker(takeAnswerJob, takeAnswer),
];

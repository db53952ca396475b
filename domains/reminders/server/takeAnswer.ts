import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordCustomerAnswer } from "#domains/appointments/server/public.ts";
import { isOptedOut } from "#domains/customers/server/public.ts";
import { storeAndSend } from "#domains/inbox/outbox/server/public.ts";
import { lockChat } from "#domains/inbox/server/public.ts";
import { recordChatEvent } from "#domains/inbox/timeline/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import { answerTexts, whenIn } from "../rules.ts";
import type { takeAnswerJob } from "./jobs.ts";
import { changeReminder, hasWrittenSince, lockAnswered } from "./store.ts";

type TakenAnswer = JobData<typeof takeAnswerJob>;

/** A text counts as an answer for this long. */
const answersWithinMs = 36 * 3_600_000;

/**
 * Confirms the appointment that a customer was reminded of, or notes that they ask for another time, and says so to them.
 * Without a reminder that can be meant, the text is one like any other.
 */
export async function takeAnswer({ within }: Pick<Server, "within">, job: TakenAnswer): Promise<void> {
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

/** Answers the customer. After a confirmation nobody else has to, unless they wrote something besides. */
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

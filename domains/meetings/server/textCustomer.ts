import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { assertSendable, storeAndSend } from "#domains/inbox/outbox/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import { whenInWords } from "../rules.ts";
import { joinUrl } from "./joinUrl.ts";
import { type MeetingRow, saveMeeting } from "./store.ts";
import { customerTexts } from "./texts.ts";

/**
 * Texts the customer a meeting's time and their link, or that it is canceled, in their conversation.
 *
 * @throws Failure `conflict` before anything is written, when they opted out or the location has no number.
 */
export async function textCustomer(context: StaffContext, meeting: MeetingRow, what: "link" | "cancelled") {
  const { db, scope, who, now } = context;
  const { dealer_id, location_id } = scope;
  const { customer_id } = meeting;
  await assertSendable(context, orNotFound(await customerById(db, scope, customer_id)));
  const business = await businessAt(db, dealer_id, location_id);
  const when = whenInWords(meeting.datetime, business?.time_zone ?? "UTC");
  const write = meeting.type === 1 ? customerTexts.virtual : customerTexts.inPerson;
  const name = business?.business_name ?? "";
  const message = what === "link" ? write(name, when, joinUrl(context, meeting)) : customerTexts.cancelled(name, when);
  const chat_id = await chatWith(db, dealer_id, location_id, customer_id);
  await lockChat(db, scope, chat_id);
  const draft = { dealer_id, location_id, chat_id, customer_id, message, user_id: who.user_id, client_id: null };
  await storeAndSend(context, { ...draft, purpose: "conversation" });
  if (what === "link") await saveMeeting(db, scope, meeting.id, { texted_at: now() });
}

/** Texts them if that is possible. @returns why it isn't; empty when the text is on its way. */
export async function tryToText(...request: Parameters<typeof textCustomer>): Promise<string> {
  try {
    await textCustomer(...request);
    return "";
  } catch (error) {
    const isRefusal = error instanceof QuotaReached || (error instanceof Failure && error.kind === "conflict");
    if (!isRefusal) throw error;
    return error.message;
  }
}

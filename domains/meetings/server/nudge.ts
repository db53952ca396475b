import { Failure, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Server, StaffContext } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { customerById, isOptedOut } from "#domains/customers/server/public.ts";
import { assertSendable, storeAndSend } from "#domains/inbox/sending/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import { meetingEvents } from "../contract.ts";
import { isNudgeDue, nudgeAfterSeconds, whenInWords } from "../rules.ts";
import { nudgeJob } from "./jobs.ts";
import { joinUrl } from "./joinUrl.ts";
import { claimNudge, type MeetingRow, meetingOfLink, saveMeeting } from "./store.ts";
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

type NudgeServer = Pick<Server, "within" | "secret" | "publicUrl">;

/** Texts a customer whose host waits for them the link, once, unless they have come or may not be texted. */
export async function nudge(
  server: NudgeServer,
  { dealer_id, appointment_id }: { readonly dealer_id: number; readonly appointment_id: number },
): Promise<void> {
  await server.within.business({ dealer_id }, "a host who waits", async (unit) => {
    const meeting = await meetingOfLink(unit.db, dealer_id, appointment_id);
    if (!meeting || !isNudgeDue(meeting, unit.now()) || meeting.customer_deleted === 1) return;
    const isSendable =
      !(await isOptedOut(unit.db, dealer_id, meeting.customer_id)) &&
      (await senderNumber(unit.db, dealer_id, meeting.location_id)) !== undefined;
    if (isSendable && (await claimNudge(unit.db, dealer_id, appointment_id, unit.now())))
      await textLink(server, unit, meeting);
  });
}

async function textLink(server: NudgeServer, unit: UnitOfWork, meeting: MeetingRow): Promise<void> {
  const { dealer_id, location_id, customer_id, id } = meeting;
  const business = await businessAt(unit.db, dealer_id, location_id);
  const message = customerTexts.waiting(business?.business_name ?? "", joinUrl(server, meeting));
  const chat_id = await chatWith(unit.db, dealer_id, location_id, customer_id);
  await lockChat(unit.db, { dealer_id, location_id }, chat_id);
  const draft = { dealer_id, location_id, chat_id, customer_id, message, user_id: null, client_id: null };
  await storeAndSend(unit, { ...draft, purpose: "conversation", isAutomatic: true });
  unit.publish(meetingEvents.changed, { target_id: id }, { dealer_id, location_id });
}

/** Keeps who opened a meeting first, and has its customer texted when they don't come within two minutes. */
export async function beginMeeting(
  unit: UnitOfWork,
  location: LocationKey,
  { appointment_id, user_id }: { readonly appointment_id: number; readonly user_id: number },
): Promise<void> {
  await saveMeeting(unit.db, location, appointment_id, { started_at: unit.now(), started_by: user_id });
  const { dealer_id } = location;
  unit.enqueue(nudgeJob, { dealer_id, appointment_id }, { delaySeconds: nudgeAfterSeconds });
  unit.publish(meetingEvents.changed, { target_id: appointment_id }, location);
}

import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { isOptedOut } from "#domains/customers/server/public.ts";
import { storeAndSend } from "#domains/inbox/outbox/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { meetingEvents } from "../contract.ts";
import { isNudgeDue } from "../rules.ts";
import { joinUrl } from "./joinUrl.ts";
import { claimNudge, type MeetingRow, meetingOfLink } from "./store.ts";
import { customerTexts } from "./texts.ts";

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

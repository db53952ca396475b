import type { JobData } from "#core/job.ts";
import { formatPhone } from "#core/phone.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { formatInTimeZone } from "#domains/accounts/mails/rules.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { mailAfterSeconds, maxMailWaits } from "../rules.ts";
import { type CallReport, callMail } from "./callMail.ts";
import { type CallRow, lockCall } from "./callStore.ts";
import { mailCallJob } from "./jobs.ts";
import { recordingsOf } from "./recordingStore.ts";
import { voiceSettingsOf } from "./settingsStore.ts";

/** Mails what became of a call. Throws unless the mail provider certainly took it, so that the job is retried. */
export async function mailCall(
  { within, ports, log, publicUrl }: Server,
  data: JobData<typeof mailCallJob>,
): Promise<void> {
  const { dealer_id, call_id, reference, waits } = data;
  const leaveBy = deadlineIn(ports.clock);
  const mail = await within.business({ dealer_id }, "mail a call", async (unit) => {
    const call = await lockCall(unit.db, { dealer_id, call_id });
    if (!call) return undefined;
    const isTalking = call.state === "answered" && call.ended_at === null && call.duration === null;
    if (isTalking && waits < maxMailWaits) {
      unit.enqueue(mailCallJob, { ...data, waits: waits + 1 }, { delaySeconds: mailAfterSeconds });
      return undefined;
    }
    const { send_email, crm_email } = await voiceSettingsOf(unit.db, call);
    // Marked as spam or switched off meanwhile.
    if (send_email !== 1 || crm_email === "" || call.spam === 1) return undefined;
    return { ...callMail(await reportOf(unit, call, publicUrl)), to: crm_email };
  });
  if (!mail) return;
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...mail, headers, reference }, leaveBy);
  if (result.kind === "busy" || result.kind === "lost") throw new Error(`A call's mail was not taken: ${result.kind}`);
  if (result.kind === "refused") log.warn({ call_id, reference }, "a call's mail was refused");
}

async function reportOf({ db }: UnitOfWork, call: CallRow, publicUrl: string): Promise<CallReport> {
  const { dealer_id, location_id, customer_id, chat_id, from_number, to_number, source, state } = call;
  const customer = customer_id === null ? undefined : await customerById(db, call, customer_id);
  const location = await locationById(db, dealer_id, location_id);
  const recordings = await recordingsOf(db, { dealer_id, call_id: call.id });
  const recording = recordings.find(({ id }) => id === call.recording_id);
  return {
    outcome: state === "answered" || state === "voicemail" ? state : "missed",
    location: location?.title ?? "",
    caller: customer ? `${customer.first_name} ${customer.last_name}`.trim() : "",
    phone: from_number && formatPhone(from_number),
    called: to_number && formatPhone(to_number),
    source,
    when: formatInTimeZone(location?.time_zone ?? "America/New_York", call.started_at),
    seconds: state === "voicemail" ? (recording?.duration ?? null) : state === "answered" ? call.duration : null,
    isRecorded: recording !== undefined,
    link: chat_id === null ? "" : `${publicUrl}/inbox/all/${chat_id}`,
  };
}

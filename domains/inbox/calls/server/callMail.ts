import { randomUUID } from "node:crypto";
import { quotedName } from "#core/displayName.ts";
import type { JobData } from "#core/job.ts";
import { formatPhone } from "#core/phone.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { formatInTimeZone, type MailBlock, type MailText, mailOf } from "#domains/accounts/mails/rules.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { mailAfterSeconds, maxMailWaits } from "../rules.ts";
import { type CallRow, lockCall, recordingsOf } from "./callStore.ts";
import { mailCallJob } from "./jobs.ts";
import { voiceSettingsOf } from "./settingsStore.ts";

/** Has an incoming call mailed to the location's email for its CRM, where that is wanted. */
export async function enqueueCallMail(unit: UnitOfWork, call: CallRow): Promise<void> {
  if (call.direction !== "incoming" || call.spam === 1) return;
  const { send_email, crm_email } = await voiceSettingsOf(unit.db, call);
  if (send_email !== 1 || crm_email === "") return;
  const data = { dealer_id: call.dealer_id, call_id: call.id, reference: randomUUID(), waits: 0 };
  unit.enqueue(mailCallJob, data, { delaySeconds: mailAfterSeconds });
}

/** Emails a call's outcome. Throws unless the provider accepted the mail, so that the job is retried. */
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

/** What a mail says of an incoming call. */
interface CallReport {
  readonly outcome: "answered" | "voicemail" | "missed";
  readonly location: string;
  /** Empty when unknown. */
  readonly caller: string;
  /** As people write it; empty when it was withheld. */
  readonly phone: string;
  readonly called: string;
  /** Empty when the main number was called. */
  readonly source: string;
  readonly when: string;
  /** How long they talked, or the voicemail takes; null for neither. */
  readonly seconds: number | null;
  readonly isRecorded: boolean;
  /** The conversation with the caller; empty without one. */
  readonly link: string;
}

const subjects = { answered: "Call from", voicemail: "Voicemail from", missed: "Missed call from" } as const;

const lengthOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The mail about a call, to the address that the location keeps for its CRM. */
function callMail(call: CallReport): MailText {
  const { outcome, location, caller, phone, called, source, when, seconds, isRecorded, link } = call;
  const who = caller ? quotedName(caller) : phone || "a private number";
  const title = `${subjects[outcome]} ${who}`;
  const facts = [
    ["When", when],
    ["Phone", phone || "Private"],
    ["Called", called],
    ["Source", source],
    ["Length", seconds === null ? "" : lengthOf(seconds)],
  ] as const;
  const blocks: MailBlock[] = [
    `A call came in for ${quotedName(location)}.`,
    { facts: facts.filter(([, value]) => value !== "") },
  ];
  if (link) blocks.push(isRecorded ? "Listen to it and reply here:" : "Reply here:", { link });
  return mailOf(title, title, [
    ...blocks,
    "To stop these emails, set Send Email to No in Settings, under Calls and notifications.",
  ]);
}

import * as z from "zod/mini";
import type { FactData } from "#core/fact.ts";
import { Id } from "#core/fields.ts";
import { type JobData, job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { appointmentFacts } from "#domains/appointments/server/public.ts";
import type { inboxFacts } from "#domains/inbox/server/public.ts";
import type { leadFacts } from "#domains/leads/server/facts.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { MailResult } from "#ports/email/email.ts";
import type { CrmKind } from "../contract.ts";
import { adfIdOf, adfOf, type CrmProspect, cameFromCrm, isOwnAddress, retryAfter } from "../rules.ts";
import {
  appointmentMade,
  type CrmSubject,
  changeMail,
  crmOf,
  crmSubject,
  forgetMails,
  hasFailedSince,
  lockMail,
  noteMail,
  overdueMails,
  vendorOf,
} from "./store.ts";

const dayMs = 86_400_000;
/** Days for which mails are listed. */
const keptDays = 90;
/** After so many milliseconds, the process that sent a mail may have died. */
const staleAfterMs = 15 * 60_000;

export const sendCrmMailJob = job("leads.sendCrmMail", z.object({ dealer_id: Id, mail_id: Id }));
export const sweepCrmMailsJob = job("leads.sweepCrmMails", z.object({}), { retries: 0, concurrency: 1 });

type BusinessWork = { readonly within: Pick<Server["within"], "business"> };

/** Sends a new lead to the CRM, where the owner wants that. */
export const sendLead = (
  { within }: BusinessWork,
  { dealer_id, location_id, lead_id }: FactData<typeof leadFacts.received>,
) =>
  within.business({ dealer_id, location_id }, "a lead for the CRM", async (unit) => {
    const { leads_since } = await crmOf(unit.db, { dealer_id, location_id });
    if (leads_since !== null) await enqueueMail(unit, { dealer_id, location_id }, "lead", lead_id);
  });

/** The same of a missed call. */
export const sendMissedCall = (
  { within }: BusinessWork,
  { dealer_id, location_id, call_id }: FactData<typeof inboxFacts.callMissed>,
) =>
  within.business({ dealer_id, location_id }, "a missed call for the CRM", async (unit) => {
    const { missed_calls_since } = await crmOf(unit.db, { dealer_id, location_id });
    if (missed_calls_since !== null) await enqueueMail(unit, { dealer_id, location_id }, "missed_call", call_id);
  });

/** The same of an appointment that was made since. */
export const sendAppointment = (
  { within }: BusinessWork,
  { dealer_id, location_id, appointment_id: id }: FactData<typeof appointmentFacts.changed>,
) =>
  within.business({ dealer_id, location_id }, "an appointment for the CRM", async (unit) => {
    const { appointments_since } = await crmOf(unit.db, { dealer_id, location_id });
    if (appointments_since === null) return;
    const made = await appointmentMade(unit.db, { dealer_id, id });
    if (made && made >= appointments_since) await enqueueMail(unit, { dealer_id, location_id }, "appointment", id);
  });

/** Notes a mail, once for each subject, and has it sent. */
export async function enqueueMail(
  { db, now, enqueue }: Pick<UnitOfWork, "db" | "now" | "enqueue">,
  location: LocationKey,
  kind: CrmKind,
  subject_id: number | null,
): Promise<void> {
  const mail_id = await noteMail(db, location, { kind, subject_id }, now());
  if (mail_id !== undefined) enqueue(sendCrmMailJob, { dealer_id: location.dealer_id, mail_id });
}

/** Sends a mail to the CRM. A provider that doesn't take it is asked again later, up to a day. */
export async function sendCrmMail(server: Server, data: JobData<typeof sendCrmMailJob>): Promise<void> {
  const { within, ports } = server;
  const { dealer_id, mail_id: id } = data;
  const leaveBy = deadlineIn(ports.clock);
  const mail = await within.business({ dealer_id }, "an email to the CRM", (unit) =>
    claim(server, unit, { dealer_id, id }),
  );
  if (!mail) return;
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...mail, headers }, leaveBy);
  await within.business({ dealer_id }, "the result of an email to the CRM", (unit) =>
    record(unit, { dealer_id, id }, result),
  );
}

interface LeavingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly reference: string;
}

/** What is to leave now, marked as leaving; undefined for nothing. */
async function claim(
  { ports, publicUrl }: Server,
  unit: UnitOfWork,
  key: { readonly dealer_id: number; readonly id: number },
): Promise<LeavingMail | undefined> {
  const { db, now } = unit;
  const mail = await lockMail(db, key);
  const isLeft = mail?.state === "sending" && now().getTime() - mail.due_at.getTime() > staleAfterMs;
  if (!mail || mail.due_at > now() || (mail.state !== "due" && !isLeft)) return undefined;
  const skip = async (problem: string) => {
    await changeMail(db, key, { state: "skipped", problem, ended_at: now() });
    return undefined;
  };
  const { crm_email } = await crmOf(db, mail);
  if (crm_email === "") return skip("This location has no email for its CRM.");
  if (isOwnAddress(crm_email, ports.email.inboundDomain))
    return skip("The email for the CRM is an address for leads in Rooftop.");
  const { kind, subject_id } = mail;
  const subject = subject_id === null ? testSubject(now()) : await crmSubject(db, { ...mail, kind, subject_id });
  if (!subject) return skip("It was deleted, or has no phone or email.");
  if (cameFromCrm(subject.inquiries, crm_email)) return skip("It came from your CRM, or from Rooftop.");
  const vendor = await vendorOf(db, mail);
  await changeMail(db, key, { state: "sending", to_email: crm_email, tries: mail.tries + 1, due_at: now() });
  const prospect: CrmProspect = {
    ...subject,
    id: adfIdOf(kind, mail.dealer_id, subject_id ?? mail.id),
    zone: vendor.time_zone,
    business: vendor.business,
    location: vendor.location,
    comments: [subject.comments, subject.is_opted_out ? "Opted out of texts. Call or email." : ""]
      .filter((line) => line !== "")
      .join("\n"),
    publicUrl,
  };
  return { to: crm_email, subject: subjects[kind], text: adfOf(prospect), reference: mail.reference };
}

const subjects: Record<CrmKind, string> = {
  lead: "New lead",
  missed_call: "Missed call",
  appointment: "New appointment",
  test: "Test lead",
};

const testSubject = (at: Date): CrmSubject => ({
  at,
  kind: "sales",
  source: "Rooftop",
  first_name: "Test",
  last_name: "Lead",
  email: "test@example.com",
  phone: "+12125550100",
  address: "",
  is_opted_out: false,
  vehicles: [],
  comments: "This is a test from Rooftop. You can delete it.",
  inquiries: [],
});

async function record(
  unit: UnitOfWork,
  key: { readonly dealer_id: number; readonly id: number },
  result: MailResult,
): Promise<void> {
  const { db, now, enqueue } = unit;
  const mail = await lockMail(db, key);
  if (mail?.state !== "sending") return;
  if (result.kind === "accepted") {
    await changeMail(db, key, { state: "sent", problem: "", ended_at: now() });
    return;
  }
  const delaySeconds = result.kind === "refused" ? undefined : retryAfter(mail.tries);
  const problem = (result.kind === "refused" ? result.words : "The mail server didn't take it.").slice(0, 300);
  if (delaySeconds !== undefined) {
    await changeMail(db, key, { state: "due", problem, due_at: new Date(now().getTime() + delaySeconds * 1_000) });
    enqueue(sendCrmMailJob, { dealer_id: key.dealer_id, mail_id: key.id }, { delaySeconds });
    return;
  }
  const isKnown = await hasFailedSince(db, mail, new Date(now().getTime() - dayMs));
  await changeMail(db, key, { state: "failed", problem, ended_at: now() });
  if (isKnown || mail.kind === "test") return;
  const { owner_ids } = await vendorOf(db, mail);
  const news = { kind: "lead", title: "Your CRM isn't getting leads", text: problem, chat_id: null } as const;
  await notify(unit, { dealer_id: mail.dealer_id, location_id: mail.location_id, user_ids: owner_ids }, news);
}

/** Takes up what a crash left behind, and forgets old mails. */
export async function sweepCrmMails({ within, ports }: Server): Promise<void> {
  const now = ports.clock.now().getTime();
  await within.eachCell("emails to CRMs", async ({ db, enqueue }) => {
    for (const mail of await overdueMails(db, new Date(now - staleAfterMs))) enqueue(sendCrmMailJob, mail);
    await forgetMails(db, new Date(now - keptDays * dayMs));
  });
}

export const crmWorkers = [
  worker(sendCrmMailJob, sendCrmMail),
  worker(sweepCrmMailsJob, sweepCrmMails, { schedule: "11 * * * *" }),
];

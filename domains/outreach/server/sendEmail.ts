import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { mailAddressKey, suppressedAddresses } from "#domains/marketing/consent/server/public.ts";
import { typedMail } from "#domains/marketing/sender/rules.ts";
import { ownEmail, personalEmailOf, sendPersonalEmail } from "#domains/marketing/sender/server/public.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { afterAnswer, emailProblem, leaseMs, noAnswerText, type PersonalEmailOutcome } from "../rules.ts";
import { announceAnswer, announceWithdrawal, publishContact } from "./facts.ts";
import {
  changeEmail,
  dueEmails,
  isByMember,
  locationOfEmail,
  lockEmail,
  type MemberEmail,
  type PersonalEmailKey,
} from "./store.ts";
import { endWait, noWait, resumeWait } from "./waits.ts";

/** Sends one email of a member. */
export const sendEmailJob = job("outreach.sendEmail", z.object({ dealer_id: Id, location_id: Id, id: Id }), {
  expires: 120,
});

/** Takes up emails that a crash left, or that the mail server didn't take. */
export const sweepEmailsJob = job("outreach.sweepEmails", z.object({}), { retries: 0, expires: 300, concurrency: 1 });

type SendingServer = Pick<Server, "within" | "ports" | "secret" | "publicUrl" | "log">;

/** Commits that an email leaves, hands it over once, and commits the answer. */
export async function sendEmail(
  server: SendingServer,
  { dealer_id, location_id, id }: PersonalEmailKey,
): Promise<void> {
  const location = { dealer_id, location_id };
  const leaving = await server.within.business(location, "a member's email", (unit) =>
    begin(unit, { ...location, id }),
  );
  if (!leaving) return;
  const { email, reply_to } = leaving;
  const content = typedMail(email.subject, email.words);
  const request = { ...location, email_id: id, to: email.email, content, reply_to };
  const outcome = leaving.problem
    ? ({ kind: "barred", words: leaving.problem } as const)
    : await sendPersonalEmail(server, request);
  await server.within.business(location, "a member's email", (unit) => settle(unit, { ...location, id }, outcome));
}

interface BegunEmail {
  readonly email: MemberEmail;
  readonly reply_to: string;
  /** Why it can't leave after all. */
  readonly problem: string | undefined;
}

async function begin(unit: UnitOfWork, key: PersonalEmailKey): Promise<BegunEmail | undefined> {
  const { db, now } = unit;
  const email = await lockEmail(db, key);
  if (email?.due_at == null || email.due_at > now()) return undefined;
  if (email.state === "sending") {
    await changeEmail(db, key, { state: "unknown", due_at: null, reason: noAnswerText });
    publishContact(unit, email);
    return undefined;
  }
  if (!isByMember(email)) return undefined;
  const due_at = new Date(now().getTime() + leaseMs);
  await changeEmail(db, key, { state: "sending", due_at, attempts: email.attempts + 1 });
  const isHere = await customerById(db, key, email.customer_id);
  const problem = isHere ? await problemOf(unit, key.dealer_id, email.email) : "The customer was deleted.";
  return { email, reply_to: await ownEmail(db, key.dealer_id, email.user_id), problem };
}

/** Why an email can't go to this address now. */
export async function problemOf({ db }: Pick<UnitOfWork, "db">, dealer_id: number, email: string) {
  const address = mailAddressKey(email);
  return emailProblem(email, (await suppressedAddresses(db, dealer_id, [address])).get(address));
}

async function settle(unit: UnitOfWork, key: PersonalEmailKey, outcome: PersonalEmailOutcome): Promise<void> {
  const { db, now } = unit;
  const email = await lockEmail(db, key);
  // Erased meanwhile, or reported as bounced before the answer was stored.
  if (!email || !isByMember(email) || (email.state !== "sending" && email.state !== "unknown")) return;
  const change = afterAnswer(outcome, email.attempts, now());
  publishContact(unit, email);
  if (change.state === "waiting") {
    const delaySeconds = Math.ceil((change.due_at.getTime() - now().getTime()) / 1000);
    unit.enqueue(sendEmailJob, key, { delaySeconds });
    return changeEmail(db, key, change);
  }
  if (change.state !== "sent") return changeEmail(db, key, { ...change, due_at: null });
  const wait = await endWait(unit, key, email.customer_id, email.created_at);
  await changeEmail(db, key, { ...change, ...wait, due_at: null, sent_at: now() });
  announceAnswer(unit, contactOf(email));
}

const contactOf = ({ dealer_id, location_id, customer_id, user_id, created_at: at }: MemberEmail) => ({
  dealer_id,
  location_id,
  customer_id,
  user_id,
  at,
});

/** An email whose address doesn't exist answered no one: its customer waits again, and so does the lead. */
export async function receiveEmailEvent(
  { within, secret }: Pick<Server, "within" | "secret">,
  event: MailEvent,
): Promise<void> {
  if (event.kind !== "bounced" || event.bounce === "policy") return;
  const mail = event.references.map((reference) => personalEmailOf(secret, reference)).find((found) => found);
  const location =
    mail && (await within.business(mail, "a bounce", ({ db }) => locationOfEmail(db, mail.dealer_id, mail.id)));
  if (!mail || !location) return;
  const key = { ...location, id: mail.id };
  await within.business(location, "a member's email that bounced", async (unit) => {
    const email = await lockEmail(unit.db, key);
    if (!email || email.state === "bounced" || email.state === "failed" || email.state === "waiting") return;
    const reason = event.words.slice(0, 300);
    await changeEmail(unit.db, key, { state: "bounced", due_at: null, reason, ...noWait });
    publishContact(unit, email);
    if (email.state !== "sent" || !isByMember(email)) return;
    await resumeWait(unit, key, { ...email, table: "customer_emails" });
    announceWithdrawal(unit, "email", contactOf(email));
  });
}

async function sweepEmails({ within, ports }: Pick<Server, "within" | "ports">): Promise<void> {
  await within.eachCell("emails that are due", async ({ db, enqueue }) => {
    for (const key of await dueEmails(db, ports.clock.now()))
      enqueue(sendEmailJob, key, { dedupeKey: `${key.dealer_id}.${key.id}` });
  });
}

export const emailWorkers = [
  worker(sendEmailJob, sendEmail),
  worker(sweepEmailsJob, sweepEmails, { schedule: "* * * * *", atStart: sweepEmails }),
];

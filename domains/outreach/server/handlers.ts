import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { companyValuesOf, fillVariables, hasVariables, unknownVariables } from "#core/variables.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { customerById, customVariablesOf, fieldsInUse } from "#domains/customers/server/public.ts";
import { takeFromQuota } from "#domains/quotas/server/public.ts";
import { type CalledOutcome, maxEmailLength, maxSubjectLength, type outreach } from "../contract.ts";
import { callTimeProblem, mayChangeCall, restoreMs } from "../rules.ts";
import { announceAnswer, announceWithdrawal, type Contact, publishContact } from "./facts.ts";
import { problemOf, sendEmailJob } from "./sendEmail.ts";
import {
  callByClientId,
  changeCall,
  changeEmail,
  customerSince,
  emailByClientId,
  insertCall,
  insertEmail,
  type LockedCall,
  lockCall,
  lockEmail,
} from "./store.ts";
import { endWait, noWait, resumeWait } from "./waits.ts";

export const outreachHandlers: Handlers<typeof outreach> = {
  async sendEmail(context, { params: { customer_id }, body: { subject, message, client_id } }) {
    const { db, scope, who, now, enqueue } = context;
    const { dealer_id, location_id } = scope;
    const sent = await emailByClientId(db, dealer_id, client_id);
    if (sent) return sameOnly(context, sent, customer_id);
    const customer = orNotFound(await customerById(db, scope, customer_id));
    const { email } = customer;
    const filled = await fillIn(context, customer, { subject, message });
    const problem = await problemOf(context, dealer_id, email);
    if (problem) throw new Failure("conflict", problem);
    const author = { dealer_id, location_id, customer_id, user_id: who.user_id, client_id };
    const id = await insertEmail(db, { ...author, email, ...filled, created_at: now(), due_at: now() });
    // Another press of the same was quicker.
    if (id === undefined)
      return sameOnly(context, orNotFound(await emailByClientId(db, dealer_id, client_id)), customer_id);
    await takeFromQuota(context, dealer_id, "mails");
    enqueue(sendEmailJob, { dealer_id, location_id, id });
    publishContact(context, author);
    return { id, state: "waiting" };
  },

  async retryEmail(context, { params: { id } }) {
    const { db, scope, now, enqueue } = context;
    const { dealer_id, location_id } = scope;
    const key = { dealer_id, location_id, id };
    const email = orNotFound(await lockEmail(db, key));
    if (email.plan_name !== "")
      throw new Failure("conflict", "A follow-up plan sent this email. Write a new one instead.");
    if (email.state === "waiting" || email.state === "sending" || email.state === "sent") return { id };
    if (email.state === "unknown")
      throw new Failure("conflict", "This email may have arrived. Write a new one to send it again.");
    const customer = await customerById(db, scope, email.customer_id);
    if (!customer) throw new Failure("conflict", "This customer was deleted or merged. Write a new email instead.");
    const problem = await problemOf(context, dealer_id, customer.email);
    if (problem) throw new Failure("conflict", problem);
    await takeFromQuota(context, dealer_id, "mails");
    const again = { state: "waiting", due_at: now(), reason: "", attempts: 0, email: customer.email } as const;
    await changeEmail(db, key, again);
    enqueue(sendEmailJob, key);
    publishContact(context, email);
    return { id };
  },

  async logCall(context, { params: { customer_id }, body }) {
    const { db, scope, who, now } = context;
    const { dealer_id, location_id } = scope;
    const { client_id } = body;
    const logged = await callByClientId(db, dealer_id, client_id);
    if (logged) return sameOnly(context, logged, customer_id);
    orNotFound(await customerById(db, scope, customer_id));
    const fields = await callFields(context, customer_id, body, now());
    const made = { dealer_id, location_id, customer_id, user_id: who.user_id, client_id, created_at: now() };
    const id = await insertCall(db, { ...made, ...fields });
    if (id === undefined)
      return sameOnly(context, orNotFound(await callByClientId(db, dealer_id, client_id)), customer_id);
    publishContact(context, made);
    await count(context, { ...made, id }, fields);
    return { id };
  },

  async changeCall(context, { params: { id }, body }) {
    const { db, audit } = context;
    const call = await ownCall(context, id);
    const fields = await callFields(context, call.customer_id, body, call.at);
    const isSame = counted(call) === counted(fields) && call.at.getTime() === fields.at.getTime();
    if (!isSame) await discount(context, call);
    await changeCall(db, call, fields);
    if (!isSame) await count(context, call, fields);
    publishContact(context, call);
    const detail = { from: call.outcome, to: fields.outcome };
    await audit({ action: "changed", subject: "logged call", subject_id: id, detail });
    return { id };
  },

  async removeCall(context, { params: { id } }) {
    const { db, who, now, audit } = context;
    const call = await ownCall(context, id);
    await discount(context, call);
    await changeCall(db, call, { deleted_at: now(), deleted_by: who.user_id });
    publishContact(context, call);
    const { customer_id, outcome } = call;
    await audit({ action: "deleted", subject: "logged call", subject_id: id, detail: { customer_id, outcome } });
    return { id };
  },

  async restoreCall(context, { params: { id } }) {
    const { db, scope, who, now, audit } = context;
    const { dealer_id, location_id } = scope;
    const call = orNotFound(await lockCall(db, { dealer_id, location_id, id }));
    if (call.deleted_at === null) return { id };
    if (call.deleted_by !== who.user_id) throw new Failure("absent");
    if (call.deleted_at.getTime() < now().getTime() - restoreMs)
      throw new Failure("conflict", "This call was deleted more than an hour ago, so it can't be restored.");
    await changeCall(db, call, { deleted_at: null, deleted_by: null });
    await count(context, call, call);
    publishContact(context, call);
    await audit({ action: "restored", subject: "logged call", subject_id: id });
    return { id };
  },
};

/** The email as it leaves, its variables filled in. */
async function fillIn(
  { db, scope }: StaffContext,
  { id, first_name, last_name }: { readonly id: number; readonly first_name: string; readonly last_name: string },
  draft: { readonly subject: string; readonly message: string },
): Promise<{ readonly subject: string; readonly words: string }> {
  const { dealer_id, location_id } = scope;
  const own = await fieldsInUse(db, dealer_id);
  for (const field of ["subject", "message"] as const) {
    const [unknown] = unknownVariables(
      draft[field],
      undefined,
      own.map(({ key }) => key),
    );
    if (unknown !== undefined) throw invalidField(field, `${unknown} isn't a variable. Check its spelling.`);
  }
  if (!hasVariables(draft.subject) && !hasVariables(draft.message))
    return { subject: draft.subject, words: draft.message };
  const business = await businessAt(db, dealer_id, location_id);
  const values = {
    customer_name: `${first_name} ${last_name}`.trim(),
    first_name,
    last_name,
    ...companyValuesOf(
      business && {
        company_name: business.business_name,
        company_phone: business.phone,
        company_email: business.email,
        company_address: business.address,
      },
    ),
    custom: await customVariablesOf(db, scope, id),
  };
  const subject = fillVariables(draft.subject, values);
  const words = fillVariables(draft.message, values);
  if (subject.length > maxSubjectLength)
    throw invalidField("subject", "Too long with its variables filled in. Shorten it.");
  if (words.length > maxEmailLength)
    throw invalidField("message", "Too long with its variables filled in. Shorten it.");
  return { subject, words };
}

/** What a repeated press gets. Anybody else's client id is none of theirs. */
function sameOnly<T extends { readonly customer_id: number; readonly user_id: number | null }>(
  { who }: StaffContext,
  stored: T,
  customer_id: number,
): Omit<T, "customer_id" | "user_id"> {
  const { customer_id: of, user_id, ...answer } = stored;
  if (of !== customer_id || user_id !== who.user_id) throw new Failure("conflict");
  return answer;
}

interface LoggedCallInput {
  readonly outcome: CalledOutcome;
  readonly minutes: number | null;
  readonly note: string;
  readonly at: string;
}

/** The fields of a logged call; without a time it keeps `otherwise`. */
async function callFields(context: StaffContext, customer_id: number, body: LoggedCallInput, otherwise: Date) {
  const { db, scope, now } = context;
  const { outcome, note } = body;
  const at = body.at === "" ? otherwise : new Date(body.at);
  const since = await customerSince(db, scope.dealer_id, customer_id);
  const problem = body.at === "" ? undefined : callTimeProblem(at, { now: now(), since });
  if (problem) throw invalidField("at", problem);
  // The browser's clock may be a little ahead.
  const happened = at > now() ? now() : at;
  return { outcome, note, at: happened, minutes: outcome === "no_answer" ? null : body.minutes || null };
}

/** A logged call that the caller may change. */
async function ownCall({ db, scope, who }: StaffContext, id: number): Promise<LockedCall> {
  const { dealer_id, location_id } = scope;
  const call = orNotFound(await lockCall(db, { dealer_id, location_id, id }));
  if (call.deleted_at !== null) throw new Failure("absent");
  if (!mayChangeCall(who, call.user_id))
    throw new Failure("forbidden", "Only managers can change calls that others logged.");
  return call;
}

const counted = ({ outcome }: { readonly outcome: CalledOutcome }) => outcome === "reached";

type CountedCall = Omit<Contact, "at"> & { readonly id: number };

/** A call that reached the customer ends their wait, and answers their lead. */
async function count(
  context: StaffContext,
  call: CountedCall,
  { outcome, at }: { readonly outcome: CalledOutcome; readonly at: Date },
) {
  if (!counted({ outcome })) return;
  await changeCall(context.db, call, await endWait(context, call, call.customer_id, at));
  announceAnswer(context, { ...call, at });
}

/** Takes back what a call did that no longer counts. */
async function discount(context: StaffContext, call: LockedCall): Promise<void> {
  if (!counted(call)) return;
  await resumeWait(context, call, { ...call, table: "logged_calls" });
  await changeCall(context.db, call, noWait);
  announceWithdrawal(context, "call", call);
}

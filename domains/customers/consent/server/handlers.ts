import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { type consent, maxShown } from "../contract.ts";
import { needsEvidence, takeAllBackUntil, takeBackHours } from "../rules.ts";
import { type CustomerConsent, optOutsOf, readCustomerConsent, toConsentState } from "./customerConsent.ts";
import { askedEvent, customerOf, lockPhone, openQuestionOf } from "./ledgerStore.ts";
import { proofPage, removeProofJob } from "./proofPage.ts";
import { recordConsent } from "./public.ts";

/** A proof's URL works for at most two hours. */
const proofLifetimeSeconds = 2 * 3600;

export const consentHandlers: Handlers<typeof consent> = {
  async opt(context, { body: { user_id, opt_type, evidence, reason } }) {
    const { db, scope, audit } = context;
    const customer = await lockCustomerPhones(context, user_id);
    const consentRecord = await readCustomerConsent(db, scope.dealer_id, customer.phones);
    const isAlready = opt_type === "out" ? consentRecord.status.suppressed : consentRecord.status.state === "granted";
    if (isAlready)
      return new CallResult(
        `This customer is opted ${opt_type} already`,
        toConsentState(consentRecord, customer.phones, context.now()),
        "info",
      );
    if (opt_type === "in" && reason !== "" && evidence === "" && consentRecord.status.suppressed)
      return takeBack(context, customer, consentRecord, reason);
    if (opt_type === "in" && needsEvidence(consentRecord.status) && evidence === "") {
      throw invalidField(
        "evidence",
        "This customer asked not to be texted. Enter how and when they agreed to be texted again.",
      );
    }
    // An opt-out of one phone counts for all of them, so opting in has to lift it for each.
    const phonesToRecord = customer.phones.filter((phone, index) =>
      index === 0 ? true : opt_type === "in" && needsEvidence(consentRecord.statusOf(phone)),
    );
    for (const phone of phonesToRecord) {
      const event = opt_type === "in" ? "granted" : "revoked";
      await recordStaff(context, { phone, event, words: "", evidence });
    }
    await audit({ action: `opted ${opt_type}`, subject: "customer", subject_id: customer.id });
    return new CallResult(`Customer opted ${opt_type}`, await consentStateOf(context, customer.phones));
  },

  async decide(context, { params: { id }, body: { event_id, decision } }) {
    const { db, scope, audit } = context;
    const customer = await lockCustomerPhones(context, id);
    const question = orNotFound(await askedEvent(db, scope.dealer_id, customer.phones, event_id));
    const openQuestionId = await openQuestionOf(db, scope.dealer_id, question.phone);
    if (openQuestionId === undefined) throw new Failure("conflict", "A colleague already decided this.");
    if (openQuestionId > question.id) throw new Failure("conflict", "The customer texted again. Read that first.");
    const event = decision === "opt_out" ? "revoked" : "dismissed";
    await recordStaff(context, { phone: question.phone, event, words: question.words, decides: question.id });
    const action = decision === "opt_out" ? "opted out" : "not taken as opted out";
    await audit({ action, subject: "customer", subject_id: customer.id, detail: { event_id } });
    const message = decision === "opt_out" ? "Customer opted out" : "Marked as not a request to stop";
    return new CallResult(message, await consentStateOf(context, customer.phones));
  },

  async history({ db, scope, now }, { params: { id } }) {
    const customer = orNotFound(await customerOf(db, scope, id));
    const consentRecord = await readCustomerConsent(db, scope.dealer_id, customer.phones);
    const events = consentRecord.lines.slice(0, maxShown);
    return {
      ...toConsentState(consentRecord, customer.phones, now()),
      phone: customer.phone,
      events,
      truncated: consentRecord.lines.length > maxShown,
    };
  },

  /** The file is kept only as long as its URL works. */
  async proof({ within, scope, origin, who, ports, secret }, { params: { id } }) {
    const now = ports.clock.now();
    const { key, page } = await within(scope, origin, async ({ db, audit, enqueue }) => {
      const customer = orNotFound(await customerOf(db, scope, id));
      const consentRecord = await readCustomerConsent(db, scope.dealer_id, customer.phones);
      const key = `consent/${scope.dealer_id}/${crypto.randomUUID()}/consent-proof-${id}.html`;
      await enqueue(removeProofJob, { key }, { delaySeconds: proofLifetimeSeconds });
      await audit({ action: "proof of consent downloaded", subject: "customer", subject_id: id });
      const by = `${who.first_name} ${who.last_name}`.trim();
      const business = orNotFound(await businessAt(db, scope.dealer_id, scope.location_id));
      return { key, page: proofPage({ customer, consentRecord, business, by, now }) };
    });
    await ports.storage.put(key, Buffer.from(page), "text/html");
    return { url: signedFileUrl(secret, key, now) };
  },
};

/** Takes back what staff opted out themselves, which restores the consent from before. */
async function takeBack(
  context: StaffContext,
  customer: Awaited<ReturnType<typeof lockCustomerPhones>>,
  consentRecord: CustomerConsent,
  reason: string,
) {
  const optOuts = optOutsOf(customer.phones, consentRecord);
  if (!takeAllBackUntil(optOuts, context.now())) throw invalidField("reason", takeBackRefused);
  for (const { phone, id } of optOuts)
    await recordStaff(context, { phone, event: "restored", words: "", evidence: reason, decides: id });
  const detail = { reason };
  await context.audit({ action: "undid an opt-out", subject: "customer", subject_id: customer.id, detail });
  return new CallResult("Opt-out undone", await consentStateOf(context, customer.phones));
}

const takeBackRefused = `Only an opt-out that your team recorded can be undone, for ${takeBackHours} hours. Enter how and when this customer agreed to be texted again.`;

async function consentStateOf({ db, scope, now }: StaffContext, phones: readonly string[]) {
  return toConsentState(await readCustomerConsent(db, scope.dealer_id, phones), phones, now());
}

/** Locks the customer's phones against other consent changes until the transaction ends. */
async function lockCustomerPhones({ db, scope }: StaffContext, id: number) {
  const customer = orNotFound(await customerOf(db, scope, id));
  for (const phone of customer.phones.toSorted()) await lockPhone(db, scope.dealer_id, phone);
  return customer;
}

interface StaffConsent {
  readonly phone: string;
  readonly event: "granted" | "revoked" | "dismissed" | "restored";
  readonly words: string;
  readonly evidence?: string;
  readonly decides?: number;
}

async function recordStaff(context: StaffContext, staffConsent: StaffConsent): Promise<void> {
  const { scope, who } = context;
  await recordConsent(context, { dealer_id: scope.dealer_id, source: "staff", user_id: who.user_id, ...staffConsent });
}

import { Failure, found, invalid } from "#core/failure.ts";
import { fileAddress } from "#core/server/fileAddress.ts";
import { type Handlers, Said, type StaffContext } from "#core/server/serve.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type consent, mostShown } from "../contract.ts";
import { needsEvidence } from "../rules.ts";
import { removeProofJob } from "./jobs.ts";
import { askedEvent, customerOf, lockPhone, openQuestionOf } from "./ledgerStore.ts";
import { proofPage } from "./proofPage.ts";
import { recordConsent } from "./public.ts";
import { standing, toldState } from "./standing.ts";

/** A proof's address works for two hours at most. */
const proofSeconds = 2 * 3600;

export const consentHandlers: Handlers<typeof consent> = {
  async opt(context, { body: { user_id, opt_type, evidence } }) {
    const { db, scope, audit } = context;
    const customer = await heldCustomer(context, user_id);
    const known = await standing(db, scope.dealer_id, customer.phones);
    const already = opt_type === "out" ? known.standing.suppressed : known.standing.state === "granted";
    if (already) return new Said(`This customer is opted ${opt_type} already`, toldState(known), "info");
    if (opt_type === "in" && needsEvidence(known.standing) && evidence === "") {
      throw invalid(
        "evidence",
        "This customer asked not to be texted. Please write down how and when they agreed to be texted again.",
      );
    }
    // What was said for one of their phones counts for all of them, so agreeing has to lift it for each.
    const told = customer.phones.filter((phone, place) =>
      place === 0 ? true : opt_type === "in" && needsEvidence(known.of(phone)),
    );
    for (const phone of told) {
      const event = opt_type === "in" ? "granted" : "revoked";
      await recordStaff(context, { phone, event, words: "", evidence });
    }
    await audit({ action: `opted ${opt_type}`, subject: "customer", subject_id: customer.id });
    return new Said(`Customer opted ${opt_type}`, toldState(await standing(db, scope.dealer_id, customer.phones)));
  },

  async decide(context, { params: { id }, body: { event_id, decision } }) {
    const { db, scope, audit } = context;
    const customer = await heldCustomer(context, id);
    const asked = found(await askedEvent(db, scope.dealer_id, customer.phones, event_id));
    const open = await openQuestionOf(db, scope.dealer_id, asked.phone);
    if (open === undefined) throw new Failure("conflict", "A colleague has decided this already.");
    if (open > asked.id) throw new Failure("conflict", "The customer has written again. Please read that first.");
    const event = decision === "opt_out" ? "revoked" : "dismissed";
    await recordStaff(context, { phone: asked.phone, event, words: asked.words, decides: asked.id });
    const action = decision === "opt_out" ? "opted out" : "not taken as opted out";
    await audit({ action, subject: "customer", subject_id: customer.id, detail: { event_id } });
    const message = decision === "opt_out" ? "Customer opted out" : "Noted: not a request to stop";
    return new Said(message, toldState(await standing(db, scope.dealer_id, customer.phones)));
  },

  async history({ db, scope }, { params: { id } }) {
    const customer = found(await customerOf(db, scope, id));
    const known = await standing(db, scope.dealer_id, customer.phones);
    const events = known.lines.slice(0, mostShown);
    return { ...toldState(known), phone: customer.phone, events, truncated: known.lines.length > mostShown };
  },

  /** The file is kept only as long as its address works. */
  async proof({ within, scope, origin, who, ports, secret }, { params: { id } }) {
    const now = ports.clock.now();
    const { key, page } = await within(scope, origin, async ({ db, audit, enqueue }) => {
      const customer = found(await customerOf(db, scope, id));
      const known = await standing(db, scope.dealer_id, customer.phones);
      const key = `consent/${scope.dealer_id}/${crypto.randomUUID()}/consent-proof-${id}.html`;
      await enqueue(removeProofJob, { key }, { after: proofSeconds });
      await audit({ action: "proof of consent downloaded", subject: "customer", subject_id: id });
      const by = `${who.first_name} ${who.last_name}`.trim();
      const place = found(await locationById(db, scope.dealer_id, scope.location_id));
      return { key, page: proofPage({ customer, known, place, by, now }) };
    });
    await ports.storage.put(key, Buffer.from(page), "text/html");
    return { url: fileAddress(secret, key, now) };
  },
};

/** A customer whose phones nobody else opts in or out meanwhile. */
async function heldCustomer({ db, scope }: StaffContext, id: number) {
  const customer = found(await customerOf(db, scope, id));
  for (const phone of customer.phones.toSorted()) await lockPhone(db, scope.dealer_id, phone);
  return customer;
}

interface StaffSay {
  readonly phone: string;
  readonly event: "granted" | "revoked" | "dismissed";
  readonly words: string;
  readonly evidence?: string;
  readonly decides?: number;
}

async function recordStaff(context: StaffContext, say: StaffSay): Promise<void> {
  const { scope, who } = context;
  await recordConsent(context, { dealer_id: scope.dealer_id, source: "staff", user_id: who.user_id, ...say });
}

import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { CurrentUser, Scope } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import type { Deps, Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { codeText } from "#domains/accounts/rules.ts";
import { platformDealer, verifyOwnPassword } from "#domains/accounts/server/public.ts";
import { locationsWithoutNumber } from "#domains/locations/server/public.ts";
import type { AnswerSuggestions } from "../../contract.ts";
import { optOutLine } from "../../rules.ts";
import {
  checkWebsiteOf,
  overviewOf,
  type Registering,
  resubmitRegistration,
  saveDraftOf,
  submitBusiness,
  submitTollFree,
} from "../../server/handlers.ts";
import { lookLater } from "../../server/looks.ts";
import { recordEvent } from "../../server/news.ts";
import {
  changeStep,
  lockRegistration,
  type RegistrationKey,
  referenceOf,
  registrationsOf,
  registrationTerms,
  stepsOf,
} from "../../server/store.ts";
import type { clientRegistrations, platformRegistration } from "../contract.ts";
import { addOwnedNumber, addPlatformNumber, findPlatformNumber } from "./carrierNumbers.ts";
import { clientNameOf, queueCounts, queueRows, saveTerms } from "./store.ts";

type OperatorContext = Deps & { readonly scope: Scope; readonly who: CurrentUser };

/** The operator for one business; the platform's own is 0. */
const forBusiness = ({ ports, secret, publicUrl, within, origin, who }: OperatorContext, dealer_id: number) =>
  ({
    ports,
    secret,
    publicUrl,
    dealer_id,
    user_id: who.user_id,
    as: dealer_id === platformDealer ? "" : " as the operator",
    transaction: (work) => within.cellOf({ dealer_id }, "a registration by the operator", work, origin),
  }) satisfies Registering;

const verifyOperator = (context: OperatorContext, password: string) =>
  verifyOwnPassword(context, password, { password: "Incorrect password" });

/** The operator for a client that exists, after the password. */
async function forClient(context: OperatorContext, dealer_id: number, password: string): Promise<Registering> {
  await verifyOperator(context, password);
  const client = await context.within.cellOf.read({ dealer_id }, "a client", (db) => clientNameOf(db, dealer_id));
  orNotFound(client);
  return forBusiness(context, dealer_id);
}

export const clientRegistrationHandlers: Handlers<typeof clientRegistrations> = {
  async table({ db }, { body }) {
    const page = await tablePage(db, queueRows(db, body.part, body.client_id), body, {
      sortable: ["client", "since"],
      texts: ["client"],
      searchable: ["client"],
      order: [
        ["since", "asc"],
        ["dealer_id", "asc"],
        ["registration_id", "asc"],
      ],
    });
    const reference = (row: (typeof page.rows)[number]) => (row.registration_id === 0 ? "" : referenceOf(row));
    return { ...page, rows: page.rows.map((row) => ({ ...row, reference: reference(row) })) };
  },

  counts: ({ db }) => queueCounts(db),

  terms: ({ db }) => registrationTerms(db),

  async saveTerms({ db, audit }, { body: { business, campaign, monthly, toll_free, resubmit, ...rules } }) {
    const fees = {
      business_cents: business,
      campaign_cents: campaign,
      monthly_cents: monthly,
      toll_free_cents: toll_free,
      resubmit_cents: resubmit,
    };
    await saveTerms(db, { ...fees, ...rules });
    const entry = { action: "changed", subject: "registration fees and rules", detail: { ...fees, ...rules } };
    await audit({ ...entry, dealer_id: platformDealer });
    return { ...fees, ...rules };
  },

  async one(context, { params: { id } }) {
    const { db } = context;
    const client = orNotFound(await clientNameOf(db, id));
    const steps = await stepsOf(db, id);
    const overview = await overviewOf(context, id);
    return {
      client,
      overview,
      steps,
      references: overview.registrations.map(({ id: registration_id }) => ({
        registration_id,
        reference: referenceOf({ dealer_id: id, registration_id }),
      })),
      free_locations: await locationsWithoutNumber(db, id),
    };
  },

  async submit(context, { params: { id }, body: { version, password } }) {
    await submitBusiness(await forClient(context, id, password), version);
    return null;
  },

  async resubmit(context, { params: { id, registration_id }, body: { version, password } }) {
    await resubmitRegistration(await forClient(context, id, password), { id: registration_id, version });
    return null;
  },

  async verifyTollFree(context, { params: { id }, body: { password, ...body } }) {
    await submitTollFree(await forClient(context, id, password), body);
    return null;
  },

  async lookAgain(context, { params: { id: dealer_id, registration_id } }) {
    const { db, audit } = context;
    const key = { dealer_id, registration_id };
    const row = orNotFound(await lockRegistration(db, key));
    if (row.state === "stuck") throw new Failure("conflict", "Take it up again first.");
    const steps = await stepsOf(db, dealer_id);
    // Its request may be on its way, or the carrier may list it only in a while.
    if (steps.some((step) => step.registration_id === registration_id && step.state === "intended"))
      throw new Failure("conflict", "A request is on its way. Try again in a few minutes.");
    await lookLater(context, key, 0, { looks: 0 });
    const entry = { action: "asked the carrier about", subject: "text registration", subject_id: registration_id };
    await audit({ ...entry, dealer_id });
    return null;
  },

  async takeUp(context, { params: { id: dealer_id, registration_id } }) {
    await takeUp(context, { dealer_id, registration_id });
    return null;
  },

  async addNumber(context, { params: { id: dealer_id }, body: { location_id, number: typed } }) {
    return addOwnedNumber(context, { dealer_id, location_id, number: usNumber(typed) });
  },
};

function usNumber(typed: string): string {
  const number = toE164(typed);
  if (number === undefined) throw invalidField("number", "Enter a US phone number");
  return number;
}

/** Goes on with what stopped: what may have been made at the carrier's is looked for before it is made again. */
async function takeUp(context: UnitOfWork & { readonly who: CurrentUser }, key: RegistrationKey): Promise<void> {
  const { db, audit, who } = context;
  const { dealer_id, registration_id } = key;
  const row = orNotFound(await lockRegistration(db, key));
  if (row.state !== "stuck") throw new Failure("conflict", "This registration isn’t on hold. Reload the page.");
  const steps = (await stepsOf(db, dealer_id)).filter((step) => step.registration_id === registration_id);
  const open = steps.find(({ state, round }) => state === "intended" && round === row.round);
  if (open) await changeStep(db, { dealer_id, ...open }, { attempts: 1, searches: 0 });
  const business = (await registrationsOf(db, dealer_id)).find(({ kind }) => kind === "business");
  const waits = row.kind === "campaign" && steps.length === 0 && business?.state !== "approved";
  await lookLater(context, key, 0, { state: waits ? "waiting" : "submitting", looks: 0 });
  const { kind, number } = row;
  await recordEvent(context, key, { kind, what: "taken_up", number, user_id: who.user_id });
  const entry = { action: "took up again", subject: "text registration", subject_id: registration_id };
  await audit({ ...entry, dealer_id });
}

export const platformRegistrationHandlers: Handlers<typeof platformRegistration> = {
  overview: (context) => overviewOf(context, platformDealer),

  suggestions: async ({ publicUrl }, { body: { brand_name } }) =>
    platformAnswers(brand_name === "" ? "Rooftop" : brand_name, `${publicUrl}/login`),

  saveDraft: (context, { body }) => saveDraftOf(context, platformDealer, body),

  checkWebsite: (context, { body }) => checkWebsiteOf(forBusiness(context, platformDealer), body),

  async submit(context, { body: { version, password } }) {
    await verifyOperator(context, password);
    await findPlatformNumber(context);
    await submitBusiness(forBusiness(context, platformDealer), version);
    return null;
  },

  async resubmit(context, { body: { password, ...body } }) {
    await verifyOperator(context, password);
    await findPlatformNumber(context);
    await resubmitRegistration(forBusiness(context, platformDealer), body);
    return null;
  },

  async verifyTollFree(context, { body: { password, ...body } }) {
    await verifyOperator(context, password);
    await findPlatformNumber(context);
    await submitTollFree(forBusiness(context, platformDealer), body);
    return null;
  },

  addNumber: (context, { body }) => addPlatformNumber(context, usNumber(body.number)),
};

/** What the platform's own number texts, in the words that reviewers look for: codes that people ask for themselves. */
function platformAnswers(brand: string, signInUrl: string): AnswerSuggestions {
  const sample = (code: string) => `${brand}: ${codeText(code)} ${optOutLine}`;
  return {
    opt_in_ways: ["website"],
    message_flow: `People who work for our client businesses add their own phone number in their account settings or when they sign in at ${signInUrl}, to get one-time codes by text. The form says that a code is texted each time they need one (message frequency varies), that message and data rates may apply, and how to get HELP and to STOP. They confirm the number with a first code. Mobile numbers and consent are not shared with third parties.`,
    description: `${brand} texts one-time codes to the staff of its client businesses when they sign in, change their phone number or reset their password. Each text is asked for by its recipient. There is no marketing.`,
    samples: [sample("123456"), sample("482915")],
  };
}

import { countText } from "#core/count.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { CurrentUser, Scope } from "#core/people.ts";
import { formatPhone, kindOfPhone, toE164 } from "#core/phone.ts";
import type { RegistrationKind } from "#core/registration.ts";
import { openSeal, seal } from "#core/server/seal.ts";
import type { Deps, Handlers } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { verifyOwnPassword } from "#domains/accounts/server/public.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { registeredNumbers } from "#domains/locations/server/public.ts";
import type {
  AnswerSuggestions,
  OptInWay,
  ProfileDraft,
  RegistrationFees,
  SavedProfile,
  textRegistration,
} from "../contract.ts";
import { reviewedAs, reviewOf } from "../review/rules.ts";
import {
  descriptionOf,
  einDigits,
  einProblemOf,
  mentions,
  messageFlowOf,
  notAnEin,
  sampleOf,
  statusOf,
  usualSamples,
} from "../rules.ts";
import { advanceJob, lookLater } from "./looks.ts";
import { recordEvent } from "./news.ts";
import {
  type CarrierProfileRow,
  eventsOf,
  insertRegistration,
  knownAnswers,
  locationTitles,
  lockRegistration,
  profileRow,
  registrationsOf,
  registrationTerms,
  saveProfile,
  saveWebsiteCheck,
  someTemplates,
  updateRegistration,
} from "./store.ts";
import { answersOf, factsOf, openFacts, sealFacts } from "./submissionFacts.ts";

const einPurpose = "tax number";
const changedMeanwhile = "This draft was changed in another window. Reload to see it.";
const flag = (is: boolean): 0 | 1 => (is ? 1 : 0);

/** Who registers which business: its owner, or the operator for it. */
export interface Registering extends Pick<Deps, "ports" | "secret" | "publicUrl"> {
  readonly dealer_id: number;
  readonly user_id: number;
  /** How the trail names what the operator does: ` as the operator`; empty for the owner. */
  readonly as: string;
  /** Runs work in the business's rows. */
  readonly transaction: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;
}

const withTollFree = <T extends { readonly number: string }>(row: T) => ({
  ...row,
  is_toll_free: flag(kindOfPhone(row.number) === "toll_free"),
});

type OwnerContext = Deps & { readonly scope: Scope; readonly who: CurrentUser };

const asOwner = ({ ports, secret, publicUrl, within, scope, origin, who }: OwnerContext): Registering => ({
  ports,
  secret,
  publicUrl,
  dealer_id: scope.dealer_id,
  user_id: who.user_id,
  as: "",
  transaction: (work) => within(scope, origin, work),
});

const wrongPassword = { password: "Incorrect password" };

export const textRegistrationHandlers: Handlers<typeof textRegistration> = {
  overview: (context) => overviewOf(context, context.scope.dealer_id),

  async progress({ db, scope: { dealer_id } }) {
    const numbers = (await registeredNumbers(db, dealer_id)).map(withTollFree);
    const { head, registered, all } = statusOf(await registrationsOf(db, dealer_id), numbers);
    return { head, registered, all };
  },

  suggestions: (context, { body }) => suggestionsFor(context, context.scope.dealer_id, body),

  saveDraft: (context, { body }) => saveDraftOf(context, context.scope.dealer_id, body),

  checkWebsite: (context, { body }) => checkWebsiteOf(asOwner(context), body),

  async submit(context, { body: { version, password } }) {
    await verifyOwnPassword(context, password, wrongPassword);
    await submitBusiness(asOwner(context), version);
    return null;
  },

  async resubmit(context, { body: { password, ...body } }) {
    await verifyOwnPassword(context, password, wrongPassword);
    await resubmitRegistration(asOwner(context), body);
    return null;
  },

  async verifyTollFree(context, { body: { password, ...body } }) {
    await verifyOwnPassword(context, password, wrongPassword);
    await submitTollFree(asOwner(context), body);
    return null;
  },
};

/** What a business's own settings and templates suggest. */
export async function suggestionsFor(
  { db, publicUrl }: Pick<Deps, "publicUrl"> & { readonly db: Db },
  dealer_id: number,
  { opt_in_ways, brand_name }: Pick<ProfileDraft, "opt_in_ways" | "brand_name">,
): Promise<AnswerSuggestions> {
  const numbers = await registeredNumbers(db, dealer_id);
  const number = numbers.find(({ kind }) => kind === "main")?.number;
  const pages = await legalAddresses(db, dealer_id, publicUrl);
  const usual: OptInWay[] = number ? ["website", "keyword", "in_person"] : ["website", "in_person"];
  const ways = opt_in_ways.length > 0 ? opt_in_ways : usual;
  const brand = brand_name === "" ? "Our business" : brand_name;
  const words = { brand_name: brand, textsUrl: pages.texts, number: number ? formatPhone(number) : "" };
  const own = (await someTemplates(db, dealer_id)).map((template) => sampleOf(template, brand));
  const samples = [...new Set([...own.filter((text) => text.length >= 20).slice(0, 3), ...usualSamples(brand)])];
  return {
    opt_in_ways: ways,
    message_flow: messageFlowOf(ways, words),
    description: descriptionOf(brand),
    samples: samples.slice(0, 3),
  };
}

/** Saves a draft over the version that it was made from. */
export async function saveDraftOf(
  { db, who, now, secret }: Pick<Deps, "secret"> & Pick<UnitOfWork, "db" | "now"> & Pick<OwnerContext, "who">,
  dealer_id: number,
  { version, ein: typed, ...fields }: ProfileDraft,
): Promise<SavedProfile> {
  const row = await profileRow(db, dealer_id, true);
  if ((row?.version ?? 0) !== version) throw new Failure("conflict", changedMeanwhile);
  const ein = typed === undefined || typed === "" ? undefined : einDigits(typed);
  if (ein !== undefined && einProblemOf(ein) === "digits") throw invalidField("ein", notAnEin);
  const change =
    ein === undefined ? fields : { ...fields, ein: { sealed: seal(secret, einPurpose, ein), last4: ein.slice(-4) } };
  await saveProfile(db, dealer_id, change, { saved_at: now(), saved_by: who.user_id });
  return savedProfile(await profileRow(db, dealer_id), secret);
}

/** Opens the business's website, and keeps what was found. */
export async function checkWebsiteOf(
  { ports, dealer_id, transaction }: Registering,
  { website, brand_name }: Pick<ProfileDraft, "website" | "brand_name">,
) {
  if (website === "") throw invalidField("website", "Enter your website");
  const seen = await ports.websites.look(website);
  const result = seen.kind !== "seen" ? "unreachable" : mentions(seen.words, brand_name) ? "named" : "unnamed";
  await transaction(({ db }) => saveWebsiteCheck(db, dealer_id, { website, result }));
  return { website, result } as const;
}

/** Submits business and campaign; nothing when they were submitted before. */
export async function submitBusiness(registering: Registering, version: number): Promise<void> {
  const { dealer_id, as, transaction } = registering;
  await transaction(async (unit) => {
    const { facts_sealed, fees } = await readyFacts(unit, registering, { version, of: "local" });
    const first = { facts_sealed, fee_cents: fees.business_cents + fees.campaign_cents };
    const business = await register(unit, registering, {
      ...first,
      kind: "business",
      number: "",
      state: "submitting",
    });
    // Submitted before, by another click or another window.
    if (business === undefined) return;
    await register(unit, registering, { ...first, kind: "campaign", number: "", state: "waiting" });
    await unit.audit({ action: `submitted${as}`, subject: "text registration", subject_id: business, dealer_id });
  });
}

/** Submits a refused registration again with what is saved now. */
export async function resubmitRegistration(
  registering: Registering,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<void> {
  const { dealer_id, user_id, as, transaction } = registering;
  await transaction(async (unit) => {
    const key = { dealer_id, registration_id: id };
    const row = orNotFound(await lockRegistration(unit.db, key));
    if (row.state !== "refused")
      throw new Failure("conflict", "This registration isn’t refused anymore. Reload this page.");
    if (!row.may_resubmit)
      throw new Failure("conflict", "Carriers don’t take this one again. Contact us, and we’ll talk to them.");
    const of = reviewedAs(row.kind);
    const { facts_sealed, fees } = await readyFacts(unit, registering, { version, of });
    const change = { facts_sealed, state: "submitting", problems: [], decided_at: null, looks: 0 } as const;
    const submitted = { submitted_at: unit.now(), submitted_by: user_id };
    await lookLater(unit, key, 0, { ...change, ...submitted, round: row.round + 1 });
    if (row.kind === "business") await renewWaiting(unit, dealer_id, facts_sealed);
    const { kind, number } = row;
    const fee_cents = fees.resubmit_cents;
    await recordEvent(unit, key, { kind, what: "resubmitted", number, user_id, fee_cents });
    await unit.audit({ action: `resubmitted${as}`, subject: "text registration", subject_id: id, dealer_id });
  });
}

/** Submits one of the business's toll-free numbers; nothing when it was submitted before. */
export async function submitTollFree(
  registering: Registering,
  { number: typed, version }: { readonly number: string; readonly version: number },
): Promise<void> {
  const { dealer_id, as, transaction } = registering;
  const number = toE164(typed) ?? "";
  await transaction(async (unit) => {
    const own = await registeredNumbers(unit.db, dealer_id);
    if (!own.some((one) => one.number === number && one.provider_sid) || kindOfPhone(number) !== "toll_free")
      throw invalidField("number", "Select a toll-free number of this business");
    const { facts_sealed, fees } = await readyFacts(unit, registering, { version, of: "toll_free" });
    const row = { facts_sealed, fee_cents: fees.toll_free_cents, kind: "toll_free", number } as const;
    const id = await register(unit, registering, { ...row, state: "submitting" });
    if (id === undefined) return;
    const entry = { action: `submitted${as}`, subject: "text registration", subject_id: id, detail: { number } };
    await unit.audit({ ...entry, dealer_id });
  });
}

/** Everything about a business's registration. */
export async function overviewOf(
  { db, secret, publicUrl, ports }: Pick<Deps, "secret" | "publicUrl" | "ports"> & { readonly db: Db },
  dealer_id: number,
) {
  const row = await profileRow(db, dealer_id);
  const titles = await locationTitles(db, dealer_id);
  const registrations = await registrationsOf(db, dealer_id);
  const numbers = await registeredNumbers(db, dealer_id);
  const events = await eventsOf(db, dealer_id);
  const terms = await registrationTerms(db);
  return {
    is_needed: flag(ports.registrar !== undefined),
    provider: ports.registrar?.provider === "twilio" ? "Twilio" : "the simulated carrier",
    profile: row ? savedProfile(row, secret) : { ...emptyProfile, ...(await knownAnswers(db, dealer_id)) },
    registrations: registrations.map((row) => ({
      ...row,
      answers: answersOf(openFacts(secret, row.facts_sealed), row.problems),
      may_resubmit: flag(row.may_resubmit),
    })),
    numbers: numbers.map((row) => ({ ...withTollFree(row), location: titles.get(row.location_id) ?? "" })),
    history: events.map((event) => ({ ...event, by: event.user_id === null ? "" : event.name || "Rooftop" })),
    fees: terms,
    blocks_replies: terms.blocks_replies,
    pages: await legalAddresses(db, dealer_id, publicUrl),
  };
}

const emptyProfile: SavedProfile = {
  version: 0,
  legal_name: "",
  brand_name: "",
  business_type: "",
  ownership: "private",
  stock_exchange: "",
  stock_ticker: "",
  website: "",
  email: "",
  street: "",
  city: "",
  state: "",
  zip: "",
  first_name: "",
  last_name: "",
  representative_email: "",
  phone: "",
  job_title: "",
  job_position: "",
  volume: "low",
  opt_in_ways: [],
  message_flow: "",
  description: "",
  samples: [],
  is_direct_lending: 0,
  is_age_gated: 0,
  privacy_url: "",
  terms_url: "",
  ein_last4: "",
  website_checked: "",
  website_result: "",
  ein_problem: "",
  saved_at: null,
};

/** A profile as its owner sees it: of the tax number, the last four digits. */
function savedProfile(row: CarrierProfileRow | undefined, secret: string): SavedProfile {
  if (!row) return emptyProfile;
  const { ein_sealed, saved_at, ...fields } = row;
  const ein = ein_sealed === null ? "" : (openSeal(secret, einPurpose, ein_sealed) ?? "");
  const ein_problem = ein !== "" && einProblemOf(ein) === "prefix" ? "prefix" : "";
  return { ...fields, ein_problem, saved_at: saved_at.toISOString() };
}

interface ReadyFacts {
  readonly facts_sealed: string;
  readonly fees: RegistrationFees;
}

/** The saved profile as it will be submitted, if nothing in it is refused for certain. */
async function readyFacts(
  unit: UnitOfWork,
  { ports, secret, publicUrl, dealer_id }: Registering,
  { version, of }: { readonly version: number; readonly of: "local" | "toll_free" },
): Promise<ReadyFacts> {
  const { registrar } = ports;
  const unavailable = registrar?.unavailable[of === "local" ? "business" : "toll_free"];
  if (!registrar || unavailable !== undefined)
    throw new Failure("conflict", "Registration isn’t set up on this Rooftop yet. Contact us, and we’ll register you.");
  const row = orNotFound(await profileRow(unit.db, dealer_id, true));
  if (row.version !== version) throw new Failure("conflict", changedMeanwhile);
  const profile = savedProfile(row, secret);
  const { refused } = reviewOf(profile, of);
  const [first] = refused;
  if (first) {
    const count = refused.length === 1 ? "1 item" : `${countText(refused.length)} items`;
    throw new Failure("invalid", `${count} to fix first`, { fields: { [first.field]: "Fix this first" } });
  }
  const ein = row.ein_sealed === null ? "" : openSeal(secret, einPurpose, row.ein_sealed);
  if (ein === undefined) throw invalidField("ein", "Enter your EIN again");
  const facts = factsOf(profile, ein, await legalAddresses(unit.db, dealer_id, publicUrl));
  return { facts_sealed: sealFacts(secret, facts), fees: await registrationTerms(unit.db) };
}

/** Stores a first submission with its job. @returns undefined when there is one already. */
async function register(
  unit: UnitOfWork,
  registering: Registering,
  {
    fee_cents,
    ...row
  }: {
    readonly kind: RegistrationKind;
    readonly number: string;
    readonly state: "submitting" | "waiting";
    readonly facts_sealed: string;
    readonly fee_cents: number;
  },
): Promise<number | undefined> {
  const { dealer_id, user_id } = registering;
  const isWaiting = row.state === "waiting";
  const submitted = { submitted_at: unit.now(), submitted_by: user_id, look_at: isWaiting ? null : unit.now() };
  const id = await insertRegistration(unit.db, { dealer_id, ...row, ...submitted });
  if (id === undefined || isWaiting) return id;
  const key = { dealer_id, registration_id: id };
  unit.enqueue(advanceJob, key);
  await recordEvent(unit, key, { kind: row.kind, what: "submitted", number: row.number, user_id, fee_cents });
  return id;
}

/** A campaign that waits for its business is submitted with what the business's new attempt says. */
async function renewWaiting(unit: UnitOfWork, dealer_id: number, facts_sealed: string): Promise<void> {
  const campaign = (await registrationsOf(unit.db, dealer_id)).find(({ kind }) => kind === "campaign");
  if (campaign?.state !== "waiting") return;
  await updateRegistration(unit.db, { dealer_id, registration_id: campaign.id }, { facts_sealed });
}

import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  Id,
  Instant,
  inOrder,
  listInput,
  optionalEmail,
  optionalName,
  optionalText,
  optionalUsPhone,
  required,
  sent,
  sentFlag,
  wholeNumber,
} from "#core/fields.ts";
import { owner, staff } from "#core/people.ts";
import { businessTypes, jobPositions, ownerships, registrationFields, registrationKinds } from "#core/registration.ts";
import { stateCodes } from "#core/states.ts";
import { hasCredentials, noCredentialsText } from "#core/webAddress.ts";
import { numberRegistrations } from "#domains/locations/contract.ts";

/** Ways in which people agree to be texted. */
export const optInWays = ["website", "keyword", "in_person", "phone", "import"] as const;
export type OptInWay = (typeof optInWays)[number];

export const registrationStates = [
  "waiting",
  "submitting",
  "in_review",
  "approved",
  "refused",
  "suspended",
  "stuck",
] as const;
export type RegistrationState = (typeof registrationStates)[number];

const oneOrEmpty = <const T extends string>(values: readonly T[], message: string) =>
  sent(optionalText(40).check(inOrder([(value) => value === "" || values.some((one) => one === value), message])));

const webAddress = (message: string) =>
  sent(
    optionalText(300).check(
      inOrder<string>(
        [(url) => !hasCredentials(url), noCredentialsText],
        [(url) => url === "" || isWebAddress(url), message],
      ),
    ),
  );

/** Whether a text is a web address; people may leave its `https://` out. */
export const isWebAddress = (text: string): boolean =>
  /^(https?:\/\/)?([\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]{2,}(:\d+)?([/?#]\S*)?$/iu.test(text);

/** Nine digits as people type or paste them, with any spaces, dashes or dots; empty: unchanged. */
const typedEin = optionalText(40).check(
  inOrder([(typed) => typed === "" || isTypedEin(typed), "Enter nine digits, as in 12-3456789"]),
);

const isTypedEin = (typed: string): boolean => /^[\d\s\p{Pd}.]+$/u.test(typed) && typed.replace(/\D/g, "").length === 9;

/** Words for reviewers, without signs that show nothing; pasting brings some along. Emoji keep the signs that join them. */
const answer = (max: number) =>
  z.pipe(
    z.transform((typed: unknown) => (typeof typed === "string" ? typed.replace(unreadable, "") : typed)),
    optionalText(max),
  );
const unreadable = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

const texts = (least: number, most: number, each: number, message: string) =>
  sent(
    z.pipe(
      z.transform(listInput),
      z
        .array(answer(each), { error: message })
        .check(inOrder<string[]>([(list) => list.length >= least && list.length <= most, message])),
    ),
  );

/** What an owner fills in, complete or not; a tax number left out stays as it is. */
export const ProfileDraft = z.object({
  /** Of the draft that was loaded: a newer one isn't overwritten. */
  version: wholeNumber(0, 1_000_000_000, "Reload this page"),
  legal_name: sent(optionalName(200)),
  brand_name: sent(optionalName(100)),
  ein: z.optional(typedEin),
  business_type: oneOrEmpty(businessTypes, "Select a business type"),
  ownership: oneOrEmpty(ownerships, "Select who owns the business"),
  stock_exchange: sent(optionalText(20)),
  stock_ticker: sent(optionalText(20)),
  website: webAddress("Enter an address such as https://example.com"),
  email: sent(optionalEmail()),
  street: sent(answer(200)),
  city: sent(answer(100)),
  state: oneOrEmpty(stateCodes, "Select a state"),
  zip: sent(optionalText(10).check(inOrder([(zip) => zip === "" || /^\d{5}(-\d{4})?$/.test(zip), "Enter a ZIP code"]))),
  first_name: sent(optionalName(100)),
  last_name: sent(optionalName(100)),
  representative_email: sent(optionalEmail()),
  phone: sent(optionalUsPhone()),
  job_title: sent(optionalName(100)),
  job_position: oneOrEmpty(jobPositions, "Select a position"),
  volume: z.pipe(optionalText(10), z.enum(["low", "mixed"], { error: "Select how much you text" })),
  opt_in_ways: sent(
    z.pipe(
      z.pipe(
        z.transform(listInput),
        z.array(z.enum(optInWays, { error: "Select how people agree" }), { error: "Select how people agree" }),
      ),
      z.transform((ways: OptInWay[]) => [...new Set(ways)]),
    ),
  ),
  message_flow: sent(answer(2_048)),
  description: sent(answer(4_096)),
  samples: texts(0, 5, 1_024, "Enter up to five samples"),
  is_direct_lending: sentFlag,
  is_age_gated: sentFlag,
  privacy_url: webAddress("Enter the address of your privacy policy"),
  terms_url: webAddress("Enter the address of your terms"),
});
export type ProfileDraft = z.infer<typeof ProfileDraft>;

/** What is saved of it. The tax number itself leaves the server for the carrier only. */
export const SavedProfile = z.object({
  ...z.omit(ProfileDraft, { ein: true }).shape,
  ein_last4: z.string(),
  /** What the tax number's check says, since nobody sees the number again. */
  ein_problem: z.enum(["", "prefix"]),
  saved_at: z.nullable(Instant),
  /** The website that was checked last, and what was found. */
  website_checked: z.string(),
  website_result: z.enum(["", "named", "unnamed", "unreachable"]),
});
export type SavedProfile = z.infer<typeof SavedProfile>;

export const ProblemFound = z.object({ code: z.string(), field: z.enum(registrationFields) });

export const CarrierRegistration = z.object({
  id: Id,
  kind: z.enum(registrationKinds),
  /** The toll-free number; empty for the other kinds. */
  number: z.string(),
  state: z.enum(registrationStates),
  round: z.number(),
  problems: z.array(ProblemFound),
  /** What was submitted in the fields that were refused. */
  answers: z.array(z.object({ field: z.enum(registrationFields), text: z.string() })),
  /** 0: only the carrier's support can take it up again. */
  may_resubmit: z.literal([0, 1]),
  daily_segments: z.nullable(z.number()),
  submitted_at: Instant,
  decided_at: z.nullable(Instant),
  looked_at: z.nullable(Instant),
});
export type CarrierRegistration = z.infer<typeof CarrierRegistration>;

export const NumberOfBusiness = z.object({
  number: z.string(),
  location: z.string(),
  kind: z.enum(["main", "tracking"]),
  is_toll_free: z.literal([0, 1]),
  registration: z.enum(numberRegistrations),
  registration_at: Instant,
});
export type NumberOfBusiness = z.infer<typeof NumberOfBusiness>;

export const eventKinds = [
  "submitted",
  "resubmitted",
  "in_review",
  "approved",
  "refused",
  "suspended",
  "restored",
] as const;

export const RegistrationEvent = z.object({
  id: Id,
  at: Instant,
  kind: z.enum([...registrationKinds, "number"]),
  what: z.enum([...eventKinds, "joined", "registered", "missing", "stuck", "taken_up"]),
  number: z.string(),
  /** Who did it; empty for the carrier. */
  by: z.string(),
  problems: z.array(ProblemFound),
  fee_cents: z.number(),
});
export type RegistrationEvent = z.infer<typeof RegistrationEvent>;

/** What registrations cost in cents, as the operator set it. */
export const RegistrationFees = z.object({
  business_cents: z.number(),
  campaign_cents: z.number(),
  monthly_cents: z.number(),
  toll_free_cents: z.number(),
  resubmit_cents: z.number(),
});
export type RegistrationFees = z.infer<typeof RegistrationFees>;

export const RegistrationOverview = z.object({
  /** 0: this installation's carrier asks for no registration. */
  is_needed: z.literal([0, 1]),
  /** Who hands registrations to the carriers: `Twilio`. */
  provider: z.string(),
  profile: SavedProfile,
  registrations: z.array(CarrierRegistration),
  numbers: z.array(NumberOfBusiness),
  history: z.array(RegistrationEvent),
  fees: RegistrationFees,
  /** 1: replies from a number that isn't registered are refused, too. */
  blocks_replies: z.literal([0, 1]),
  /** The pages that the platform hosts for the business. */
  pages: z.object({ privacy: z.string(), terms: z.string(), texts: z.string() }),
});
export type RegistrationOverview = z.infer<typeof RegistrationOverview>;

/** What the business's own settings and templates suggest for the third step. */
export const AnswerSuggestions = z.object({
  opt_in_ways: z.array(z.enum(optInWays)),
  message_flow: z.string(),
  description: z.string(),
  samples: z.array(z.string()),
});
export type AnswerSuggestions = z.infer<typeof AnswerSuggestions>;

const password = required("Enter your password", 200);

/** What a registration looks like as a whole: the one thing that its page says first. */
export const headStates = [
  "not_started",
  "submitted",
  "in_review",
  "refused",
  "stuck",
  "approved",
  "joining",
  "registered",
  "suspended",
] as const;
export type HeadState = (typeof headStates)[number];

export const textRegistration = calls("textRegistration", {
  overview: {
    method: "GET",
    path: "/text-registration",
    allow: owner,
    supportAccess: "reads",
    about:
      "The business's registration with the US carriers: what was filled in, where it stands, its numbers, and what it costs.",
    data: RegistrationOverview,
  },
  progress: {
    method: "GET",
    path: "/text-registration/progress",
    allow: staff,
    supportAccess: "reads",
    about: "Where the business's registration stands, for everybody on its staff, and how many numbers it has come to.",
    data: z.object({ head: z.enum(headStates), registered: z.number(), all: z.number() }),
  },
  suggestions: {
    method: "POST",
    path: "/text-registration/suggestions",
    allow: owner,
    audit: "none: it only reads",
    about: "Suggests how people agree and what is sent, from the business's locations, templates and automatic texts.",
    body: z.object({ opt_in_ways: ProfileDraft.shape.opt_in_ways, brand_name: ProfileDraft.shape.brand_name }),
    data: AnswerSuggestions,
  },
  saveDraft: {
    method: "POST",
    path: "/text-registration/draft",
    allow: owner,
    audit: "own rows",
    about: "Saves the draft of a registration. Nothing of it is required yet; what was submitted doesn't change.",
    body: ProfileDraft,
    data: SavedProfile,
  },
  checkWebsite: {
    method: "POST",
    path: "/text-registration/website",
    allow: owner,
    audit: "none: it only keeps what was found",
    about:
      "Opens a website as a carrier's reviewer does, and says whether it names the business. Addresses off the public internet aren't opened.",
    body: z.object({ website: ProfileDraft.shape.website, brand_name: ProfileDraft.shape.brand_name }),
    data: z.object({ website: z.string(), result: SavedProfile.shape.website_result }),
    rate: { points: 30, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
  submit: {
    method: "POST",
    path: "/text-registration/submit",
    allow: owner,
    audit: "trail",
    about:
      "Submits business and campaign to the carriers, after the owner's password. It is refused while the review lists something that carriers refuse. Repeating it submits nothing twice.",
    body: z.object({ version: ProfileDraft.shape.version, password }),
    successMessage: "Submitted. We’ll email you when something changes.",
    rate: { points: 20, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
  resubmit: {
    method: "POST",
    path: "/text-registration/resubmit",
    allow: owner,
    audit: "trail",
    about: "Submits a refused registration again with what is saved now, after the owner's password.",
    body: z.object({ id: Id, version: ProfileDraft.shape.version, password }),
    successMessage: "Resubmitted. We’ll email you when something changes.",
    rate: { points: 20, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
  verifyTollFree: {
    method: "POST",
    path: "/text-registration/toll-free",
    allow: owner,
    audit: "trail",
    about: "Submits one of the business's toll-free numbers for verification, after the owner's password.",
    body: z.object({
      number: required("Select a toll-free number", 20),
      version: ProfileDraft.shape.version,
      password,
    }),
    successMessage: "Submitted. We’ll email you when something changes.",
    rate: { points: 20, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
});

export const textRegistrationEvents = events({
  changed: {
    event: "text-registration-changed",
    to: "dealer",
    about: "The registration of the business or of one of its numbers changed.",
    payload: z.object({}),
  },
});

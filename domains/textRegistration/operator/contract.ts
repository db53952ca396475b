import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, inOrder, optionalId, optionalText, required, sent, sentFlag, wholeNumber } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import { registrationKinds } from "#core/registration.ts";
import {
  ProblemFound,
  RegistrationFees,
  RegistrationOverview,
  registrationStates,
  textRegistration,
} from "../contract.ts";

/** How the queue is split: what the operator must do, what carriers have, what isn't begun, and what is through. */
export const queueParts = ["to_do", "with_carriers", "not_started", "done"] as const;
export type QueuePart = (typeof queueParts)[number];

/** How far a client's registration is, for the list of clients: what wants attention first. */
export const clientRegistrationStates = ["to_do", "with_carriers", "not_started", "joining", "registered"] as const;
/** Empty: the client needs none. */
export type ClientRegistrationState = (typeof clientRegistrationStates)[number] | "";

/** A registration in the operator's queue, or a business that needs one. */
export const QueuedRegistration = z.object({
  /** The client; 0 is the platform itself. */
  dealer_id: z.number(),
  /** 0: nothing was submitted yet. */
  registration_id: z.number(),
  client: z.string(),
  kind: z.enum(registrationKinds),
  /** The toll-free number; empty for the other kinds. */
  number: z.string(),
  state: z.enum([...registrationStates, "not_started"]),
  /** Since when it is so. */
  since: Instant,
  problems: z.array(ProblemFound),
  /** The name that the carrier knows it by; empty before the first submission. */
  reference: z.string(),
});
export type QueuedRegistration = z.infer<typeof QueuedRegistration>;

/** One step at the carrier's. */
export const StepTaken = z.object({
  registration_id: Id,
  round: z.number(),
  step: z.string(),
  state: z.enum(["intended", "done"]),
  /** What the carrier calls what it made; empty until it is known. */
  sid: z.string(),
  attempts: z.number(),
  began_at: Instant,
});
export type StepTaken = z.infer<typeof StepTaken>;

/** Everything that the operator sees of a client's registration. */
export const ClientRegistration = z.object({
  client: z.string(),
  overview: RegistrationOverview,
  steps: z.array(StepTaken),
  /** The names that the carrier knows the registrations by. */
  references: z.array(z.object({ registration_id: Id, reference: z.string() })),
  /** The locations that have no number yet. */
  free_locations: z.array(z.object({ id: Id, title: z.string() })),
});
export type ClientRegistration = z.infer<typeof ClientRegistration>;

const notDollars = "Enter dollars, as in 4.50";

/** Dollars as people type them, in cents. */
const dollarAmount = sent(
  z.pipe(
    optionalText(12).check(inOrder([(typed) => /^\$?\d{1,5}(\.\d{1,2})?$/.test(typed), notDollars])),
    z.transform((typed: string) => Math.round(Number(typed.replace("$", "")) * 100)),
  ),
  notDollars,
);

/** What registrations cost, and what unregistered numbers may do. Amounts are in dollars. */
export const TermsDraft = z.object({
  business: dollarAmount,
  campaign: dollarAmount,
  monthly: dollarAmount,
  toll_free: dollarAmount,
  resubmit: dollarAmount,
  daily_segments: wholeNumber(1, 10_000_000, "Enter a number from 1 to 10,000,000"),
  blocks_replies: sentFlag,
});
export type TermsDraft = z.infer<typeof TermsDraft>;

export const SavedTerms = z.object({
  ...RegistrationFees.shape,
  daily_segments: z.number(),
  blocks_replies: z.literal([0, 1]),
});
export type SavedTerms = z.infer<typeof SavedTerms>;

const ownedNumber = required("Enter a number", 30).check(
  inOrder([(typed) => toE164(typed) !== undefined, "Enter a US phone number"]),
);
const AddedNumber = z.object({ number: z.string(), registration: z.enum(["missing", "registered", "not_needed"]) });

const params = z.object({ id: Id });
const registrationParams = z.object({ id: Id, registration_id: Id });
const submitted = "Submitted. We’ll show here what carriers answer.";
const rate = { points: 60, seconds: 3600, by: "person" } as const;

export const clientRegistrations = calls("clientRegistrations", {
  table: {
    method: "POST",
    path: "/admin/registrations/dt",
    allow: operator,
    about: "The registrations of all clients and of the platform, page by page, and the clients that need one.",
    body: z.object({ part: z._default(z.catch(z.enum(queueParts), "to_do"), "to_do"), client_id: optionalId }),
    table: true,
    data: QueuedRegistration,
  },
  counts: {
    method: "GET",
    path: "/admin/registrations/counts",
    allow: operator,
    about: "How many rows each part of the queue of registrations has.",
    data: z.object({ to_do: z.number(), with_carriers: z.number(), not_started: z.number(), done: z.number() }),
  },
  terms: {
    method: "GET",
    path: "/admin/registrations/terms",
    allow: operator,
    about: "What registrations cost, and what unregistered numbers may do.",
    data: SavedTerms,
  },
  saveTerms: {
    method: "POST",
    path: "/admin/registrations/terms",
    allow: operator,
    audit: "trail",
    about: "Sets what registrations cost, and what unregistered numbers may do. What was charged before stays.",
    body: TermsDraft,
    data: SavedTerms,
    successMessage: "Saved",
  },
  one: {
    method: "GET",
    path: "/admin/registrations/clients/{id}",
    allow: operator,
    about:
      "A client's registration: its answers without the tax number, its numbers, what happened, and each step at the carrier's.",
    params,
    data: ClientRegistration,
  },
  submit: {
    method: "POST",
    path: "/admin/registrations/clients/{id}/submit",
    allow: operator,
    audit: "trail",
    about:
      "Submits a client's business and campaign on its behalf, after the operator's own password. It is refused while the review lists something that carriers refuse.",
    params,
    body: textRegistration.submit.body,
    successMessage: submitted,
    rate,
    ownTransactions: true,
  },
  resubmit: {
    method: "POST",
    path: "/admin/registrations/clients/{id}/{registration_id}/resubmit",
    allow: operator,
    audit: "trail",
    about: "Submits a client's refused registration again, after the operator's own password.",
    params: registrationParams,
    body: textRegistration.submit.body,
    successMessage: submitted,
    rate,
    ownTransactions: true,
  },
  verifyTollFree: {
    method: "POST",
    path: "/admin/registrations/clients/{id}/toll-free",
    allow: operator,
    audit: "trail",
    about:
      "Submits one of a client's toll-free numbers for verification on its behalf, after the operator's own password. Repeating it submits nothing twice.",
    params,
    body: textRegistration.verifyTollFree.body,
    successMessage: submitted,
    rate,
    ownTransactions: true,
  },
  lookAgain: {
    method: "POST",
    path: "/admin/registrations/clients/{id}/{registration_id}/look",
    allow: operator,
    audit: "trail",
    about: "Asks the carrier about a registration now.",
    params: registrationParams,
    successMessage: "Asking the carrier now",
  },
  takeUp: {
    method: "POST",
    path: "/admin/registrations/clients/{id}/{registration_id}/take-up",
    allow: operator,
    audit: "trail",
    about:
      "Takes up again what stopped before the carrier had it. What the carrier has already is looked for first, so nothing is submitted twice.",
    params: registrationParams,
    successMessage: "Taken up again",
  },
  addNumber: {
    method: "POST",
    path: "/admin/registrations/clients/{id}/numbers",
    allow: operator,
    audit: "trail",
    about:
      "Gives a client's location a number that the platform's account at the carrier owns already, after asking the carrier.",
    params,
    body: z.object({ location_id: Id, number: ownedNumber }),
    data: AddedNumber,
    rate,
    ownTransactions: true,
  },
});

/** The platform's own registration, whose number sends codes: the owner's calls, for the operator. */
export const platformRegistration = calls("platformRegistration", {
  overview: {
    method: "GET",
    path: "/admin/text-registration",
    allow: operator,
    about: "The platform's own registration with the US carriers: what was filled in, and where it stands.",
    data: RegistrationOverview,
  },
  suggestions: {
    method: "POST",
    path: "/admin/text-registration/suggestions",
    allow: operator,
    audit: "none: it only reads",
    about: "Suggests how people agree to the platform's texts, and what it sends.",
    body: textRegistration.suggestions.body,
    data: textRegistration.suggestions.data,
  },
  saveDraft: {
    method: "POST",
    path: "/admin/text-registration/draft",
    allow: operator,
    audit: "own rows",
    about: "Saves the draft of the platform's registration.",
    body: textRegistration.saveDraft.body,
    data: textRegistration.saveDraft.data,
  },
  checkWebsite: {
    method: "POST",
    path: "/admin/text-registration/website",
    allow: operator,
    audit: "none: it only keeps what was found",
    about: "Opens the platform's website as a carrier's reviewer does.",
    body: textRegistration.checkWebsite.body,
    data: textRegistration.checkWebsite.data,
    rate: textRegistration.checkWebsite.rate,
    ownTransactions: true,
  },
  submit: {
    method: "POST",
    path: "/admin/text-registration/submit",
    allow: operator,
    audit: "trail",
    about: "Submits the platform's own business and campaign, after the operator's password.",
    body: textRegistration.submit.body,
    successMessage: submitted,
    rate: textRegistration.submit.rate,
    ownTransactions: true,
  },
  resubmit: {
    method: "POST",
    path: "/admin/text-registration/resubmit",
    allow: operator,
    audit: "trail",
    about: "Submits the platform's own refused registration again, after the operator's password.",
    body: textRegistration.resubmit.body,
    successMessage: submitted,
    rate: textRegistration.resubmit.rate,
    ownTransactions: true,
  },
  verifyTollFree: {
    method: "POST",
    path: "/admin/text-registration/toll-free",
    allow: operator,
    audit: "trail",
    about: "Submits one of the platform's own toll-free numbers for verification, after the operator's password.",
    body: textRegistration.verifyTollFree.body,
    successMessage: submitted,
    rate: textRegistration.verifyTollFree.rate,
    ownTransactions: true,
  },
  addNumber: {
    method: "POST",
    path: "/admin/text-registration/number",
    allow: operator,
    audit: "trail",
    about:
      "Gives the platform its number, which sends codes, if it has none: one that its account at the carrier owns already, after asking the carrier.",
    body: z.object({ number: ownedNumber }),
    data: AddedNumber,
    rate,
    ownTransactions: true,
  },
});

import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { chosenId, Id, Instant, optionalText } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { consentStates } from "./fields.ts";

/**
 * `granted`: the owner agreed; `attested`: an importer said so; `revoked`: asked not to be texted; `asked`: probably asked,
 * staff decide; `dismissed`: staff decided it was no request; `withdrawn`: attestation undone with its import;
 * `requested`: asked for offers on a website, which counts once the phone itself says YES; `restored`: staff took back an
 * opt-out of their own.
 */
export const consentKinds = [
  "granted",
  "revoked",
  "attested",
  "asked",
  "dismissed",
  "withdrawn",
  "requested",
  "restored",
] as const;
export type ConsentKind = (typeof consentKinds)[number];

/** What a `granted` is about: being answered, which anyone may be, or marketing. */
export const consentScopes = ["conversation", "marketing"] as const;
export type ConsentScope = (typeof consentScopes)[number];

export { type ConsentStateName, consentStates } from "./fields.ts";

/** What people see of it: opted in, no consent yet, opted out. */
export const consentViews = ["in", "none", "out"] as const;
export type ConsentView = (typeof consentViews)[number];

/** Limits customers to those of one view; anything else is no filter. */
export const consentFilter = z.optional(z.catch(z.optional(z.enum(consentViews)), undefined));

export const consentSources = [
  "keyword",
  "message",
  "staff",
  "import",
  "widget",
  "form",
  "carrier",
  "campaign",
  "invite",
  "inquiry",
] as const;
export type ConsentSource = (typeof consentSources)[number];

/** A ledger entry: who said what about being texted, when, and how we know. */
export const ConsentEvent = z.object({
  id: Id,
  /** E.164. */
  phone: z.string(),
  event: z.enum(consentKinds),
  scope: z.enum(consentScopes),
  source: z.enum(consentSources),
  /** What was said or shown, verbatim. */
  words: z.string(),
  /** How staff know that the customer agrees, in their own words. */
  evidence: z.string(),
  at: Instant,
  /** The member who recorded it; empty for automatic entries. */
  by: z.string(),
  /** The imported file and the row in it. */
  file_name: z.string(),
  file_line: z.nullable(z.number()),
  /** The `asked` event that this one decides, or the opt-out that it takes back. */
  decides: z.nullable(Id),
});
export type ConsentEvent = z.infer<typeof ConsentEvent>;

/** A text that probably asks to stop, until staff have decided. */
export const AskedToStop = z.object({ event_id: Id, words: z.string(), at: Instant });
export type AskedToStop = z.infer<typeof AskedToStop>;

/** The consent state that follows from the ledger. */
export const ConsentState = z.object({
  state: z.enum(consentStates),
  /** 0: this phone must not be texted. */
  optin_status: z.literal([0, 1]),
  /** 1: the phone may get marketing. */
  marketable: z.literal([0, 1]),
  /** 1: opting in takes evidence, because the customer asked not to be texted. */
  needs_evidence: z.literal([0, 1]),
  /** Until when staff may take back their own opt-out, with a reason; null where they may not. */
  undo_until: z.nullable(Instant),
  asked: z.nullable(AskedToStop),
});
export type ConsentState = z.infer<typeof ConsentState>;

/** The history shows at most this many entries, the newest; the proof has all of them. */
export const maxShown = 200;

export const consent = calls("consent", {
  opt: {
    method: "POST",
    path: "/customers/optUser",
    allow: staff,
    audit: "trail",
    about:
      "Opts a customer's phone out of texts, or back in, for the whole business. After an opt-out, opting in takes evidence of new consent; one that staff recorded can be undone for 24 hours with a reason, which restores the earlier state.",
    body: z.object({
      /** The customer's id. */
      user_id: chosenId("Please select a customer"),
      opt_type: z.enum(["in", "out"], { error: "Select in or out" }),
      evidence: z._default(optionalText(1000), ""),
      /** Why the opt-out is taken back. */
      reason: z._default(optionalText(500), ""),
    }),
    data: ConsentState,
  },
  decide: {
    method: "POST",
    path: "/customers/consent/{id}/decide",
    allow: staff,
    audit: "trail",
    about: "Decides whether a customer's own words were an opt-out request: opt_out or no_request.",
    params: z.object({ id: Id }),
    body: z.object({
      event_id: Id,
      decision: z.enum(["opt_out", "no_request"], { error: "Select opt_out or no_request" }),
    }),
    data: ConsentState,
  },
  history: {
    method: "GET",
    path: "/customers/consent/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "The consent state of a customer's phone, and its history, newest first.",
    params: z.object({ id: Id }),
    data: z.extend(ConsentState, { phone: z.string(), events: z.array(ConsentEvent), truncated: z.boolean() }),
  },
  proof: {
    method: "GET",
    path: "/customers/consent/{id}/proof",
    allow: staff,
    audit: "trail",
    about: "A link to a printable proof of one phone's consent history; the link expires.",
    params: z.object({ id: Id }),
    data: z.object({ url: z.string() }),
    ownTransactions: true,
  },
});

export const consentEvents = events({
  changed: {
    event: "consent-changed",
    to: "location",
    about: "Something was written down about texting a customer of the location.",
    payload: z.object({ customer_id: Id }),
  },
});

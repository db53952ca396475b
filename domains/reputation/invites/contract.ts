import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  CsvFile,
  Flag,
  Id,
  Instant,
  isEmail,
  name,
  optionalEmail,
  optionalId,
  optionalText,
  required,
  sentFlag,
} from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { periods } from "#core/periods.ts";
import { parsePhone } from "#core/phone.ts";
import { reachable } from "#core/reachable.ts";
import { languages } from "../settings/fields.ts";

/** The most people invited in one request: each gets a conversation. */
export const maxPeople = 500;

/** An invite's progress, as people see it. */
export const inviteStates = ["waiting", "sent", "delivered", "failed", "left_out"] as const;
export type InviteState = (typeof inviteStates)[number];

export const shownInvites = ["all", "sent", "followed", "unfollowed", "reviewed", "problem"] as const;
export type ShownInvites = (typeof shownInvites)[number];

/** A row of the table of invites. */
export const ReviewInvite = z.object({
  id: Id,
  customer_id: z.nullable(Id),
  customer_name: z.string(),
  channel: z.enum(["sms", "email"]),
  /** E.164, or an email address. */
  contact: z.string(),
  sent_by: z.string(),
  state: z.enum(inviteStates),
  /** Why it failed, was omitted or waits; empty otherwise. */
  reason: z.string(),
  created_at: Instant,
  sent_at: z.nullable(Instant),
  reminded_at: z.nullable(Instant),
  /** Someone saw the page for reviews. */
  opened_at: z.nullable(Instant),
  /** Someone chose a site there. */
  followed_at: z.nullable(Instant),
  /** The site; empty before. */
  site: z.string(),
  reviewed_at: z.nullable(Instant),
  /** The resulting review's stars; null before, and for sites without stars. */
  rating: z.nullable(z.number()),
});
export type ReviewInvite = z.infer<typeof ReviewInvite>;

const filter = {
  period: z._default(z.enum(periods, { error: "Select one of the periods" }), "month"),
  show: z._default(z.enum(shownInvites, { error: "Select which invites to show" }), "all"),
};

/** The language of one invite; omitted or empty: the fallback's. */
const language = z.optional(
  z.pipe(
    z.transform((value: string | undefined | null) => (value === "" || value === null ? undefined : value)),
    z.optional(z.enum(languages, { error: "Select English or Spanish" })),
  ),
);

/** Where someone can be reached, as typed; undefined for neither a phone nor an email address. */
export function readContact(typed: string) {
  const phone = parsePhone(typed);
  if (phone) return { channel: "sms", contact: phone } as const;
  return isEmail(typed.trim()) ? ({ channel: "email", contact: typed.trim().toLowerCase() } as const) : undefined;
}

/** Who is invited, and how. */
export const inviteFields = {
  name: name("Enter the customer's name", 200),
  contact: required("Enter a phone number or email address", 254).check(
    reachable((typed) => readContact(typed) !== undefined, "Enter a 10-digit phone number or an email address"),
  ),
  /** Invited here instead when the phone can't get a text; a new customer keeps it. */
  email: z._default(optionalEmail(), ""),
  language,
  /** The sender says that the customer agreed to marketing texts. */
  consent: z._default(Flag, 0),
  /** Send it although someone invited them within the cool-down. */
  anyway: z._default(Flag, 0),
};

export const SendDraft = z.object({
  ...inviteFields,
  /** The customer, when the form began with one. */
  customer_id: optionalId,
  /** One of the caller's locations; omitted: the acting one. */
  at_location_id: optionalId,
});

export const SendOutcome = z.object({
  /** `cooldown`: nothing was sent, because they were invited recently; `waiting`: for the number's registration. */
  outcome: z.enum(["sent", "scheduled", "waiting", "cooldown"]),
  invite_id: z.nullable(Id),
  /** How it goes; null when nothing was sent. */
  channel: z.nullable(z.enum(["sms", "email"])),
  /** When it leaves, for a scheduled one. */
  due_at: z.nullable(Instant),
  /** "5 minutes ago": when they were last invited. */
  invited: z.string(),
});
export type SendOutcome = z.infer<typeof SendOutcome>;

export const ManyOutcome = z.object({
  invited: z.number(),
  left_out: z.array(z.object({ reason: z.string(), people: z.number() })),
});
export type ManyOutcome = z.infer<typeof ManyOutcome>;

export const reviewInvites = calls("reviewInvites", {
  table: {
    method: "POST",
    path: "/invites/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The acting location's review invites, newest first, with the result of each.",
    table: true,
    body: z.object(filter),
    data: ReviewInvite,
  },
  send: {
    method: "POST",
    path: "/invites/send",
    allow: staff,
    audit: "own rows",
    about:
      "Invites someone to leave a review, by text or email. If they were invited within the cool-down, they get nothing unless `anyway` is 1. With both a phone and an `email` it goes by text if it can, otherwise by email. Opt-outs, missing consent and quiet hours can't be overridden; in quiet hours it waits.",
    body: SendDraft,
    data: SendOutcome,
    rate: { points: 60, seconds: 60, by: "person" },
    ownTransactions: true,
  },
  sendMany: {
    method: "POST",
    path: "/invites/multiple",
    allow: staff,
    audit: "own rows",
    about: `Invites up to ${maxPeople} customers of the acting location by text, one after another. Anyone invited within the cool-down, or who can't get marketing texts, is left out with a reason.`,
    body: z.object({
      customer_ids: z._default(z.array(Id, { error: "Select customers" }), []),
      list_id: optionalId,
      language,
      consent: z._default(Flag, 0),
    }),
    data: ManyOutcome,
    rate: { points: 10, seconds: 60, by: "person" },
    ownTransactions: true,
  },
  markReviewed: {
    method: "POST",
    path: "/invites/reviewed/{id}",
    allow: staff,
    audit: "own rows",
    about: "Records whether an invited customer has left a review; those who have get no reminder.",
    params: z.object({ id: Id }),
    body: z.object({ reviewed: sentFlag }),
    data: ReviewInvite,
    successMessage: "Saved",
  },
  export: {
    method: "POST",
    path: "/invites/export",
    allow: managers,
    audit: "trail",
    about:
      "The acting location's review invites of a period, or those a search finds, as CSV text, up to 10,000 of them.",
    body: z.object({ ...filter, search: z._default(optionalText(200), "") }),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
});

export const reviewInviteEvents = events({
  changed: {
    event: "review-invites-changed",
    to: "location",
    about: "A review invite of the location was sent, failed, or was followed. target_id is the invite.",
    payload: z.object({ target_id: Id }),
  },
});

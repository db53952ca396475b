import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { email, Id, Instant, optionalFlag, optionalId, optionalText, required, usPhone } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { AttachmentIds } from "#domains/inbox/attachments/contract.ts";
import { dailyRoomFields } from "#domains/quotas/fields.ts";
import { templateImageField } from "#domains/templates/text/contract.ts";
import { htmlField, preflightKinds, subjectField } from "../email/fields.ts";
import { audienceFields, messageField } from "../text/fields.ts";

/** So many people are named for each reason. */
export const maxPeopleShown = 50;

const PersonLeftOut = z.object({ customer_id: Id, first_name: z.string(), last_name: z.string(), phone: z.string() });
export type PersonLeftOut = z.infer<typeof PersonLeftOut>;

/** What a campaign would come to if it were sent like this. */
export const AudiencePreview = z.object({
  /** Everyone in the selected lists. */
  audience: z.number(),
  /** People who get the text. */
  texted: z.number(),
  /** People of those who wait for their morning or for their zone's time. */
  waiting: z.number(),
  segments: z.number(),
  /** US dollars for all segments at the carrier's list price; null when it is unknown. Pictures cost more. */
  price: z.nullable(z.string()),
  /** How long the location's number needs for them, in minutes. */
  minutes: z.number(),
  starts_at: Instant,
  /** When the last of them is due. */
  last_due_at: z.nullable(Instant),
  /** Who gets it when, by the time zone that decides about them, in the order of time. */
  zones: z.array(
    z.object({
      /** IANA */
      zone: z.string(),
      /** 1: nothing is known about where these people are. */
      is_guess: z.literal([0, 1]),
      count: z.number(),
      first_due_at: Instant,
      last_due_at: Instant,
    }),
  ),
  ...dailyRoomFields,
  /** People, about, whose turn comes only after the campaign's end: the number is too slow for them, or the limit too low. */
  too_late: z.number(),
  /** Days that they take at the carriers' daily limit of segments; 0 when they fit into today. */
  carrier_days: z.number(),
  carrier_limit: z.number(),
  /** 0: they wait until the number is registered with carriers. */
  is_registered: z.literal([0, 1]),
  /** Imported people without consent on file, whom the owner may include. */
  unknown_consent: z.number(),
  /** Everyone else, by the one reason why; the first of them by name. */
  reasons: z.array(
    z.object({
      reason: z.string(),
      text: z.string(),
      count: z.number(),
      people: z.array(PersonLeftOut),
    }),
  ),
});

export const campaignPreview = calls("campaignPreview", {
  audience: {
    method: "POST",
    path: "/campaigns/text/preview-audience",
    allow: managers,
    supportAccess: "reads",
    about: "Who would get a text campaign, who wouldn't and why, and how many segments and minutes it takes.",
    body: z.object({ campaign_template: messageField, ...audienceFields, include_unknown: optionalFlag }),
    data: AudiencePreview,
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  leftOut: {
    method: "POST",
    path: "/campaigns/text/preview-left-out",
    allow: managers,
    supportAccess: "reads",
    about:
      "Who would get no text for one reason, page by page in the order of their ids. A page looks at 20,000 people at most, so it can be short or empty; `next_after` asks for the next page, and is null at the end.",
    body: z.object({
      ...audienceFields,
      include_unknown: optionalFlag,
      reason: required("Choose a reason", 20),
      /** The answer before's `next_after`. */
      after: optionalId,
    }),
    data: z.object({ people: z.array(PersonLeftOut), next_after: z.nullable(Id) }),
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

/** What an email campaign would come to if it were sent like this. */
export const EmailAudience = z.object({
  /** Everyone in the selected lists. */
  audience: z.number(),
  /** People who get the email. */
  mailed: z.number(),
  /** People of those who wait for their zone's time. */
  waiting: z.number(),
  starts_at: Instant,
  /** When the last of them is due. */
  last_due_at: z.nullable(Instant),
  ...dailyRoomFields,
  /** Everyone else, by the one reason why; the first of them by name. */
  reasons: z.array(
    z.object({
      reason: z.string(),
      text: z.string(),
      count: z.number(),
      people: z.array(z.object({ customer_id: Id, first_name: z.string(), last_name: z.string(), email: z.string() })),
    }),
  ),
});

/** What to look at before an email leaves. */
export const Preflight = z.object({
  findings: z.array(
    z.object({
      kind: z.enum(preflightKinds),
      /** An `error` refuses the email; a `warning` doesn't. */
      level: z.enum(["error", "warning", "ok"]),
      text: z.string(),
    }),
  ),
  /** Of the whole email with its footer. */
  bytes: z.number(),
  /** The email as it arrives, with the caller's name where a customer's stands. Show it in a sandboxed frame only. */
  html: z.string(),
  text: z.string(),
  subject: z.string(),
  /** The addresses that it leads to, in the order of the email. */
  links: z.array(z.string()),
  /** The location's complaints of the last 30 days, and what they are of the emails, in percent. */
  complaints: z.object({ handed: z.number(), complained: z.number(), percent: z.number(), limit_percent: z.number() }),
});
export type Preflight = z.infer<typeof Preflight>;

export const emailPreview = calls("emailPreview", {
  audience: {
    method: "POST",
    path: "/campaigns/email/preview-audience",
    allow: managers,
    supportAccess: "reads",
    about: "Who would get an email campaign, and who wouldn't and why.",
    body: z.object(audienceFields),
    data: EmailAudience,
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  preflight: {
    method: "POST",
    path: "/campaigns/email/preflight",
    allow: managers,
    supportAccess: "reads",
    about:
      "An email as it would arrive, and what to fix before it goes out: its size, its pictures, its links, its complaints.",
    body: z.object({
      email_subject: z._default(subjectField, ""),
      email_preheader: z._default(subjectField, ""),
      campaign_template: htmlField,
    }),
    data: Preflight,
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

/** Test texts of a person within a minute, and within a day. */
export const testTextLimits = { minute: 5, day: 30 } as const;

export const testTexts = calls("testTexts", {
  send: {
    method: "POST",
    path: "/sendTestTextSMS",
    allow: managers,
    audit: "own rows",
    about: "Texts a message, with its footer and a template's picture, to one phone. It isn't counted in any figures.",
    body: z.object({
      phone_no: usPhone("Enter a phone number"),
      message: messageField,
      /** Its picture goes along. */
      template_id: optionalId,
      /** The key of an uploaded picture; it goes before the template's. */
      picture: z.optional(optionalText(200)),
      /** Pictures of the location's library that go along. */
      library_ids: AttachmentIds,
    }),
    data: z.object({ segments: z.number() }),
    successMessage: "Text message sent!",
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  status: {
    method: "GET",
    path: "/test_sms",
    allow: staff,
    supportAccess: "reads",
    about: "Whether the location can send texts, without sending one.",
    data: z.object({
      is_ready: z.literal([0, 1]),
      number: z.nullable(z.string()),
      /** 0: its number is known not to send pictures. */
      sends_pictures: z.literal([0, 1]),
      /** 0: campaigns wait until the number is registered with carriers. */
      is_registered: z.literal([0, 1]),
    }),
  },
});

export const testEmails = calls("testEmails", {
  send: {
    method: "POST",
    path: "/sendTestEmail",
    allow: managers,
    audit: "trail",
    about: "Sends an email, with its footer and working links, to one address. It isn't counted in any figures.",
    body: z.object({
      email: email("Enter an email address"),
      email_subject: z._default(subjectField, ""),
      email_preheader: z._default(subjectField, ""),
      campaign_template: htmlField,
    }),
    data: z.object({ to: z.string() }),
    successMessage: "Test email sent!",
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

/** A picture that goes with a text campaign. */
export const campaignPictureField = {
  field: "picture",
  maxBytes: templateImageField.maxBytes,
  missing: templateImageField.missing,
  tooLarge: templateImageField.tooLarge,
} as const;

export const campaignPictures = calls("campaignPictures", {
  add: {
    method: "POST",
    path: "/campaigns/text/picture",
    allow: managers,
    audit: "own rows",
    about:
      "Uploads a picture for a text campaign, re-encoded within the carriers' limits; its key goes into campaigns/text/add's `campaign_picture`. Unused pictures are removed after a day.",
    file: campaignPictureField,
    data: z.object({
      /** Names it; nobody can guess it. */
      picture: z.string(),
      /** A URL of the picture, valid for at least an hour. */
      image: z.string(),
    }),
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

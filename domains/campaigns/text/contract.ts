import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import {
  Id,
  Instant,
  inOrder,
  optionalFlag,
  optionalId,
  optionalText,
  optionalWholeNumber,
  required,
} from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { cutToLimit } from "#core/smsCounter.ts";

/** Recipients picked by hand; more belong into a list. */
export const maxPicks = 5_000;
export const maxExcludeDays = 365;

export const consentWords = "These clients have consented to receive marketing communications.";
export const collectedWords = "We collected these contacts ourselves; none were bought, rented or shared.";

/** The specification's texts, as it spells them. */
export const submitTexts = {
  name: "Campaign name is required!",
  consent: "Clients must consent to receive marketing messages.",
  list: "Please select atlease 1 list!",
  customer: "Please select atlease 1 customer!",
} as const;

type ManyIdsInput = readonly (number | string)[] | number | string | null | undefined;

/** `[3, 4]`, `3,4`, `["3","4"]` in one text, or one id. */
function toIds(value: ManyIdsInput): (number | string)[] {
  if (value === undefined || value === null || value === "") return [];
  if (typeof value !== "string") return [value].flat() as (number | string)[];
  const listed = value.replace(/[[\]"'\s]/g, "");
  return listed === "" ? [] : listed.split(",");
}

/** Ids however a form sends them: repeated fields, `a[]`, a JSON array or text with commas. Each counts once. */
const manyIds = (tooMany: string) =>
  z.optional(
    z.pipe(
      z.transform(toIds),
      z.pipe(
        z.array(Id).check(z.maxLength(maxPicks, tooMany)),
        z.transform((ids: number[]) => [...new Set(ids)]),
      ),
    ),
  );

/** An impossible day has no JSON, or another day's. */
const isInCalendar = (text: string) => String(new Date(`${text}T00:00:00Z`).toJSON()).startsWith(`${text}T`);

/** `2026-11-24` or `11/24/2026` → the first; empty when omitted. */
const sendDate = z.pipe(
  z.transform((value: string | undefined) => {
    const [, month, day, year] = /^\s*(\d\d?)\/(\d\d?)\/(\d{4})\s*$/.exec(value ?? "") ?? [];
    return year ? `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}` : (value ?? "").trim();
  }),
  z.string().check(inOrder([(text) => text === "" || isInCalendar(text), "Choose a day"])),
);

/** `09:30`, `9:30 AM`, `21:05:00` → minutes since midnight; null when omitted. */
const sendTime = z.pipe(
  z.transform((value: string | undefined) => {
    const text = (value ?? "").trim();
    if (text === "") return null;
    const [, hours = "", minutes = "", half = ""] = /^(\d\d?):(\d\d)(?::\d\d)?\s*([ap]m)?$/i.exec(text) ?? [];
    const isHalf = half !== "";
    const hour = isHalf ? (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hours);
    const isTime =
      hours !== "" && hour < 24 && Number(minutes) < 60 && !(isHalf && (hours === "0" || Number(hours) > 12));
    return isTime ? hour * 60 + Number(minutes) : Number.NaN;
  }),
  z.nullable(z.number({ error: "Choose a time" })),
);

/** Who gets it, and when. */
export const audienceFields = {
  campaign_recipient_type: z._default(
    z.enum(["list", "individual"], { error: "Choose lists or individual contacts" }),
    "list",
  ),
  campaign_customers_list: manyIds("Choose fewer lists"),
  campaign_customers: manyIds("Choose at most 5,000 people, or make a list of them"),
  campaign_exclude_days: optionalWholeNumber(maxExcludeDays, `Enter 0 to ${maxExcludeDays} days`),
  campaign_send_option: z._default(z.enum(["now", "later", "timezone"], { error: "Choose when to send" }), "now"),
  campaign_send_date: sendDate,
  campaign_send_time: sendTime,
  /** One of the 83 options, by label, number, IANA name or offset. Only `timezone` uses it. */
  campaign_send_timezone: optionalText(100),
};

/** The message, cut where the counter ends. */
export const messageField = z._default(
  z
    .string({ error: "This is not a text" })
    .check(inOrder([(text) => text.length <= 10_000 && !text.includes("\u0000"), "Use a shorter text"]))
    .check(z.overwrite(cutToLimit)),
  "",
);

export const CampaignDraft = z.object({
  save_type: z.optional(optionalText(20)),
  title: required(submitTexts.name),
  /** A draft's id, to change or send it. */
  campaign_id: optionalId,
  /** 0: the message was written for this campaign. */
  campaign_template_id: optionalId,
  campaign_template: messageField,
  /** 1: the draft's picture goes; otherwise it stays, or another template's comes. */
  remove_image: optionalFlag,
  ...audienceFields,
  /** The two switches. Absent: the client can't submit without the first. */
  consent: optionalFlag,
  consent_collected: optionalFlag,
  /** The number of imported people without consent on file, confirmed by the owner. */
  confirm_unknown: z.optional(optionalWholeNumber(10_000_000, "Enter a number of people")),
  /** The draft's version that was open, so that nobody overwrites somebody else's. */
  version: z.optional(optionalWholeNumber(1_000_000_000, "Open the draft again")),
  /** The client's own id of this campaign, which makes a retry harmless. */
  client_id: z.optional(z.uuid({ error: "Try again" })),
});
export type CampaignDraft = z.infer<typeof CampaignDraft>;

const CampaignStats = z.object({
  campaign_date: z.nullable(Instant),
  audience: z.number(),
  handed: z.number(),
  delivered: z.number(),
  failed: z.number(),
  skipped: z.number(),
  waiting: z.number(),
  unsubscribes: z.number(),
});

/** A text campaign as the specification's screens show it. */
export const TextCampaign = z.object({
  id: Id,
  title: z.string(),
  is_draft: z.literal([0, 1]),
  campaign_recipient_type: z.enum(["list", "individual"]),
  /** The names of its lists, or "Individual contacts". */
  sending_to: z.string(),
  /** Spelled as the specification does, and right. */
  total_recepients: z.number(),
  total_recipients: z.number(),
  sent_at: z.nullable(Instant),
  campaign_status: z.string(),
  created_on: Instant,
  is_image: z.literal([0, 1]),
});
export type TextCampaign = z.infer<typeof TextCampaign>;

const CampaignDetail = z.extend(TextCampaign, {
  campaign_image: z.nullable(z.string()),
  campaign_template: z.string(),
  campaign_template_id: z.number(),
  campaign_template_image: z.nullable(z.string()),
  campaign_customers_list: z.array(Id),
  campaign_customers: z.array(Id),
  campaign_exclude_days: z.number(),
  campaign_send_option: z.enum(["now", "later", "timezone"]),
  campaign_send_date: z.string(),
  campaign_send_time: z.string(),
  campaign_send_timezone: z.string(),
  version: z.number(),
  stats: CampaignStats,
  reasons: z.array(z.object({ reason: z.string(), text: z.string(), count: z.number() })),
});

/** A row of a campaign's detail. */
export const CampaignRecipient = z.object({
  id: z.number(),
  customer_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** 0 when opted out. */
  optin_status: z.literal([0, 1]),
  message_status: z.string(),
  error: z.string(),
  created_at: Instant,
  sent_at: z.nullable(Instant),
  message: z.string(),
});
export type CampaignRecipient = z.infer<typeof CampaignRecipient>;

const idParams = z.object({ id: Id });

export const textCampaigns = calls("textCampaigns", {
  table: {
    method: "POST",
    path: "/campaigns/text/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The location's text campaigns, newest first.",
    table: true,
    data: TextCampaign,
  },
  lists: {
    method: "GET",
    path: "/campaigns/text/list-detail/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "The lists that a text campaign goes to.",
    params: idParams,
    data: z.object({
      allCampaignsListDetail: z.array(z.object({ customer_list: z.object({ id: Id, title: z.string() }) })),
    }),
  },
  one: {
    method: "POST",
    path: "/campaigns/text/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "A text campaign with its figures, as `campaignDetail` and as `campaignData`.",
    params: idParams,
    data: z.object({ campaignDetail: CampaignDetail, campaignData: CampaignDetail }),
  },
  recipients: {
    method: "POST",
    path: "/campaigns/text/{id}/dt",
    allow: staff,
    supportAccess: "reads",
    about: "Everybody in a text campaign's audience, each with their result or the reason why they got nothing.",
    params: idParams,
    table: true,
    body: z.object({ state: z.optional(optionalText(20)), reason: z.optional(optionalText(20)) }),
    data: CampaignRecipient,
  },
  add: {
    method: "POST",
    path: "/campaigns/text/add",
    allow: managers,
    audit: "trail",
    about:
      "Sends or schedules a text campaign, or saves it as a draft; with `campaign_id` it changes or sends that draft.",
    body: CampaignDraft,
    data: z.object({ id: Id, version: z.number() }),
    rate: { points: 120, seconds: 600, by: "person" },
  },
  remove: {
    method: "DELETE",
    path: "/deletecampaign/text/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a text campaign from the list. One at work is canceled first; what was sent stays on record.",
    params: idParams,
    successMessage: "Campaign deleted",
  },
  pause: {
    method: "POST",
    path: "/campaigns/text/pause/{id}",
    allow: managers,
    audit: "trail",
    about: "Pauses a text campaign: what the carrier doesn't have yet stays.",
    params: idParams,
    successMessage: "Campaign paused",
  },
  resume: {
    method: "POST",
    path: "/campaigns/text/resume/{id}",
    allow: managers,
    audit: "trail",
    about: "Goes on with a paused or stopped text campaign.",
    params: idParams,
    successMessage: "Campaign resumed",
  },
  cancel: {
    method: "POST",
    path: "/campaigns/text/cancel/{id}",
    allow: managers,
    audit: "trail",
    about: "Cancels a text campaign for good; those who haven't got it yet never will.",
    params: idParams,
    successMessage: "Campaign canceled",
  },
  duplicate: {
    method: "POST",
    path: "/campaigns/text/duplicate/{id}",
    allow: managers,
    audit: "trail",
    about: "Makes a draft like this text campaign.",
    params: idParams,
    data: z.object({ id: Id }),
    successMessage: "Campaign duplicated",
  },
  listNotReached: {
    method: "POST",
    path: "/campaigns/text/not-reached/{id}",
    allow: managers,
    audit: "trail",
    about: "Makes a list of those whom a text campaign didn't reach, except who opted out or has the phone of another.",
    params: idParams,
    data: z.object({ list_id: z.nullable(Id), people: z.number() }),
    successMessage: "List created",
  },
  ofChat: {
    method: "GET",
    path: "/chatCampaigns/get/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about: "The campaigns that reached a chat's customer, newest first.",
    params: z.object({ chat_id: Id }),
    data: z.array(z.object({ id: Id, title: z.string() })),
  },
});

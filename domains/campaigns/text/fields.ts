import * as z from "zod/mini";
import { Id, Instant, inOrder, optionalFlag, optionalText, optionalWholeNumber } from "#core/fields.ts";
import { periods } from "#core/periods.ts";
import { cutToLimit } from "#core/smsCounter.ts";
import { dailyRoomFields } from "#domains/quotas/fields.ts";

/** The states of one person's text, in the order of its way. */
export const recipientStates = [
  "pending",
  "intended",
  "accepted",
  "sent",
  "delivered",
  "failed",
  "unknown",
  "skipped",
] as const;
export type RecipientState = (typeof recipientStates)[number];

/** What people did after they got a text. */
export const outcomes = ["replied", "appointment", "unsubscribed"] as const;
export type Outcome = (typeof outcomes)[number];

/** The groups of states that the list can be narrowed to. */
export const statusGroups = [
  "draft",
  "scheduled",
  "waiting",
  "sending",
  "paused",
  "stopped",
  "sent",
  "canceled",
] as const;
export type StatusGroup = (typeof statusGroups)[number];

/** Which campaigns a list shows: of a state, and since when they were created. */
export const campaignListFields = {
  status: z.optional(z.enum(["", ...statusGroups], { error: "Select a status from the list" })),
  period: z.optional(z.enum(["", ...periods], { error: "Select a period from the list" })),
};

/** What pauses a campaign by itself when there is too much of it. */
export const brakeKinds = ["filtered", "failed", "stopped"] as const;
export type BrakeKind = (typeof brakeKinds)[number];

/** Recipients picked by hand; more belong into a list. */
export const maxPicks = 5_000;
export const maxExcludeDays = 365;

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
  z.transform((typed: string | undefined) => {
    const value = typeof typed === "string" ? typed : "";
    const [, month, day, year] = /^\s*(\d\d?)\/(\d\d?)\/(\d{4})\s*$/.exec(value) ?? [];
    return year ? `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}` : value.trim();
  }),
  z.string().check(inOrder([(text) => text === "" || isInCalendar(text), "Choose a day"])),
);

/** `09:30`, `9:30 AM`, `21:05:00` → minutes since midnight; null when omitted. */
const sendTime = z.pipe(
  z.transform((value: string | undefined) => {
    const text = typeof value === "string" ? value.trim() : "";
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

/** What a campaign without a way to send it says. */
export const sendOptionText = "Choose when to send";

/** Who gets it, and when. */
export const audienceFields = {
  campaign_recipient_type: z._default(
    z.enum(["list", "individual"], { error: "Choose lists or individual contacts" }),
    "list",
  ),
  campaign_customers_list: manyIds("Choose fewer lists"),
  campaign_customers: manyIds("Choose up to 5,000 people, or make a list of them"),
  /** 1, or absent: who waits for a reply from us gets no campaign. */
  skip_unanswered: optionalFlag,
  campaign_exclude_days: optionalWholeNumber(maxExcludeDays, `Enter 0 to ${maxExcludeDays} days`),
  campaign_send_option: z.optional(z.enum(["now", "later", "timezone"], { error: sendOptionText })),
  campaign_send_date: sendDate,
  campaign_send_time: sendTime,
  /** One of the 83 options, by label, number, IANA name or offset. Only `timezone` uses it. */
  campaign_send_timezone: optionalText(100),
};

/** What keeps a campaign that is saved twice, or by two people, from being lost or sent twice. */
export const draftSavingFields = {
  /** The draft's version that was open, so that nobody overwrites somebody else's. */
  version: z.optional(optionalWholeNumber(1_000_000_000, "Reopen the draft")),
  /** The client's own id of this campaign, which makes a retry harmless. */
  client_id: z.optional(z.uuid({ error: "Try again" })),
};

/** What a list shows of a campaign, of a text or an email. */
export const campaignRowFields = {
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
};

/** What else its page shows: to whom and when it goes, and how far it is. */
export const campaignDetailFields = {
  campaign_customers_list: z.array(Id),
  campaign_customers: z.array(Id),
  campaign_exclude_days: z.number(),
  campaign_send_option: z.enum(["now", "later", "timezone"]),
  campaign_send_date: z.string(),
  campaign_send_time: z.string(),
  campaign_send_timezone: z.string(),
  /** 1: who waits for a reply gets no campaign. */
  skip_unanswered: z.literal([0, 1]),
  version: z.number(),
  saved_at: Instant,
  /** People by state, in the order of a text's or an email's way; their sum is the audience. */
  status_counts: z.array(z.object({ state: z.enum(recipientStates), text: z.string(), count: z.number() })),
  /** People who were skipped, by reason. */
  reasons: z.array(z.object({ reason: z.string(), text: z.string(), count: z.number() })),
  /** What failed, by the carrier's code or the mail server's class, the most frequent first; at most 20. */
  failures: z.array(z.object({ error_code: z.string(), text: z.string(), count: z.number() })),
  /** What the business may still send today and on each later day; null for a campaign that isn't sending. */
  daily_room: z.nullable(z.object(dailyRoomFields)),
};

/** The message, cut where the counter ends. */
export const messageField = z._default(
  z
    .string({ error: "Enter text" })
    .check(inOrder([(text) => text.length <= 10_000 && !text.includes("\u0000"), "Use a shorter text"]))
    .check(z.overwrite(cutToLimit)),
  "",
);

/** The last texts or emails of a campaign against the limits at which it pauses itself. */
export const brakeOf = <const Kinds extends readonly string[]>(kinds: Kinds) =>
  z.object({
    /** So many of the last ones are looked at, once there are `least`. */
    sample: z.number(),
    least: z.number(),
    /** How many there are now. */
    handed: z.number(),
    limits: z.array(
      z.object({
        kind: z.enum(kinds),
        text: z.string(),
        count: z.number(),
        /** Of those looked at, in percent. */
        percent: z.number(),
        limit_percent: z.number(),
      }),
    ),
  });

export const CampaignBrake = brakeOf(brakeKinds);

/** How long a campaign that is sending still takes. */
export const CampaignForecast = z.object({
  /** For the texts that are due, at the pace of the location's number. */
  minutes: z.number(),
  /** People whose morning or time zone's turn is still to come. */
  later: z.number(),
  /** When the first of them are due, and in which time zone that is. */
  later_at: z.nullable(Instant),
  later_zone: z.string(),
  /** Days that they take at the carriers' daily limit of segments; 0 when they fit into today. */
  carrier_days: z.number(),
  carrier_limit: z.number(),
});
export type CampaignForecast = z.infer<typeof CampaignForecast>;

/** What the texts of all campaigns came to that left in a period. */
export const PeriodFigures = z.object({
  sent: z.number(),
  delivered: z.number(),
  /** People who replied within 72 hours, and who opted out within them. */
  replies: z.number(),
  unsubscribes: z.number(),
});
export type PeriodFigures = z.infer<typeof PeriodFigures>;

/** Which people of a campaign to show. */
export const RecipientSearch = z.object({
  /** A state, or several with commas between. */
  state: z.optional(optionalText(100)),
  reason: z.optional(optionalText(20)),
  error_code: z.optional(optionalText(20)),
  /** Who replied, made an appointment or opted out after the text. */
  outcome: z.optional(z.enum(["", ...outcomes], { error: "Select replied, appointment or unsubscribed" })),
});

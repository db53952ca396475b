import * as z from "zod/mini";
import { kindOfPhone, toE164 } from "#core/phone.ts";

/* The wire format between the simulator's page and its API. */

export interface SimulatorMessage {
  readonly id: number;
  readonly direction: "to_phone" | "from_phone";
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly media: readonly string[];
  readonly status: string;
  /** The carrier's error code of a failed text; otherwise empty. */
  readonly error_code: string;
  readonly at: string;
}

export interface SimulatorPhone {
  readonly phone: string;
  readonly last: SimulatorMessage;
}

export interface SimulatorNumber {
  readonly number: string;
  readonly business_name: string;
  readonly location: string;
}

/** What people can do with a call. `machine`: the forward phone's own voicemail answers; `leave`: leave a voicemail. */
export const callActions = ["answer", "decline", "machine", "leave", "hang_up"] as const;
export type SimulatorCallAction = (typeof callActions)[number];

export interface SimulatorCall {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly stage: "calling" | "ringing" | "talking" | "voicemail" | "ended";
  /** The application's id of a call that a member placed; null for one that a phone made. */
  readonly reference: string | null;
  /** The current step; while the call rings, `to` are the phones that ring. */
  readonly step: { readonly kind?: string; readonly to?: string | readonly string[]; readonly isRecorded?: boolean };
  readonly heard: readonly { readonly by: "caller" | "dealership"; readonly words: string }[];
  readonly at: string;
  readonly answered_at: string | null;
  readonly ended_at: string | null;
}

export interface SimulatorMail {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: string;
}

/** What can be done with a marketing mail besides reading it; `unsubscribe` is a mail program's one click. */
export const mailActions = [
  "open",
  "scan",
  "unsubscribe",
  "bounce_hard",
  "bounce_soft",
  "out_of_office",
  "complain",
] as const;
export type SimulatorMailAction = (typeof mailActions)[number];

/** An action on a mail. */
export const MailActionDraft = z.object({
  action: z.enum(mailActions, { error: `Use one of ${mailActions.join(", ")}.` }),
});

/** What the reader of a mail writes back. */
export const MailReplyDraft = z.object({
  words: z
    .string({ error: "Write a reply." })
    .check(z.trim(), z.minLength(1, "Write a reply."), z.maxLength(5_000, "Use at most 5,000 characters.")),
});

export interface SimulatorFault extends Omit<z.output<typeof FaultDraft>, "reset"> {}

/** Parses a typed or E.164 number; undefined if invalid. In a URL's query a `+` arrives as a space and is accepted. */
export function parsePhone(typed: string): string | undefined {
  const text = typed.trim().replace(/^00/, "+");
  const phone = toE164(text);
  if (phone) return ["none", "premium"].includes(kindOfPhone(phone)) ? undefined : phone;
  return /^\+(?!1)[1-9]\d{6,14}$/.test(text) ? text : undefined;
}

function requiredPhone(missing: string) {
  return z.pipe(
    z.string({ error: missing }).check(
      z.trim(),
      z.minLength(1, missing),
      z.refine(
        (typed) => typed.trim() === "" || parsePhone(typed) !== undefined,
        "Enter a number such as +19095550123.",
      ),
    ),
    z.transform((typed) => parsePhone(typed) ?? typed),
  );
}

const MediaUrl = z
  .string()
  .check(
    z.maxLength(100_000, "Pictures can be up to 75 kB."),
    z.regex(
      /^(https?:\/\/|data:[\w.+-]+\/[\w.+-]+;base64,)/,
      "Use an address that begins with http:, https: or data:.",
    ),
  );

/** A text that a phone sends. */
export const PhoneText = z.object({
  from: requiredPhone("Enter the phone's number."),
  to: requiredPhone("Enter the dealership's number."),
  body: z._default(z.string().check(z.maxLength(1600, "Use at most 1,600 characters.")), ""),
  media: z.pipe(
    z.transform((value: unknown) => (value === undefined || value === null || value === "" ? [] : [value].flat())),
    z.array(MediaUrl).check(z.maxLength(10, "Send at most 10 media files.")),
  ),
  /** What the carrier takes the text for, whatever its words; empty for a plain text. */
  opt_out_type: z.pipe(
    z.transform((value: unknown) => String(value ?? "").toLowerCase() || undefined),
    z.optional(z.enum(["stop", "start", "help"], { error: "Use STOP, START or HELP." })),
  ),
});

/** A call that a phone starts. */
export const PhoneCall = z.object({
  from: requiredPhone("Enter the phone's number."),
  to: requiredPhone("Enter the dealership's number."),
});

/** An action on a call. */
export const CallActionDraft = z.object({
  action: z.enum(callActions, { error: `Use one of ${callActions.join(", ")}.` }),
  /** The length of the voicemail or conversation. */
  seconds: z.optional(
    z.coerce
      .number("Enter seconds.")
      .check(
        z.int("Enter whole seconds."),
        z.minimum(1, "Enter at least 1 second."),
        z.maximum(600, "Enter at most 600 seconds."),
      ),
  ),
});

const milliseconds = z.optional(
  z.coerce
    .number("Enter milliseconds.")
    .check(
      z.int("Enter whole milliseconds."),
      z.minimum(0, "Enter 0 or more milliseconds."),
      z.maximum(60_000, "Enter at most 60,000 milliseconds."),
    ),
);
const flag = z.pipe(
  z.transform((value: unknown) => ["true", "1", "on", "yes"].includes(String(value).toLowerCase())),
  z.boolean(),
);

/** Faults for one phone, or for all without one. Omitted faults don't occur. */
export const FaultDraft = z.object({
  phone: z.pipe(
    z.transform((value: unknown) => (value ? (parsePhone(String(value)) ?? "invalid") : "")),
    z.string().check(z.refine((value) => value !== "invalid", "Enter a number such as +19095550123.")),
  ),
  answer_delay: milliseconds,
  delay: milliseconds,
  duplicate: z.optional(
    z.coerce
      .number("Enter a number.")
      .check(z.int("Enter a whole number."), z.minimum(0, "Enter 0 or more."), z.maximum(20, "Enter at most 20.")),
  ),
  lose: flag,
  shuffle: flag,
  lose_answer: flag,
  lose_request: flag,
  refuse: z.optional(z.coerce.string().check(z.regex(/^\d{0,5}$/, "Enter a carrier error code of up to five digits."))),
  /** Clears all faults first. */
  reset: flag,
});

/** Whole phone numbers, or the last digits of many, between commas, spaces or lines. */
const endings = z.pipe(
  z.transform((value: unknown) =>
    [value ?? ""]
      .flat()
      .join(" ")
      .split(/[\s,;]+/),
  ),
  z.pipe(
    z.transform((typed: string[]) => [...new Set(typed.map((one) => one.replace(/[^\d+]/g, "")).filter(Boolean))]),
    z.array(z.string()).check(
      z.refine(
        (all) => all.every((one) => /^\+?\d{1,15}$/.test(one)),
        "Enter numbers such as +19095550123, or their last digits.",
      ),
      z.maxLength(200, "Enter at most 200 numbers."),
    ),
  ),
);

/** A number in a range, typed or not; left empty it is as usual. */
function amount(usual: number, least: number, most: number, invalid: string) {
  const inRange = z.number(invalid).check(z.minimum(least, invalid), z.maximum(most, invalid));
  return z.pipe(
    z.transform((value: unknown) => (value === undefined || value === "" ? usual : Number(value))),
    inRange,
  );
}

const badLimit = "Enter 1 to 1,000,000 segments, or leave this empty.";
const queueLimit = z.pipe(
  z.transform((value: unknown) => (value === undefined || value === null || value === "" ? null : Number(value))),
  z.nullable(z.number(badLimit).check(z.minimum(1, badLimit), z.maximum(1_000_000, badLimit))),
);

/** How the simulated carrier works; what is left out works as usual. */
export const CarrierDraft = z.object({
  segments_per_second: amount(20, 0.1, 1_000, "Enter 0.1 to 1,000 segments."),
  queue_limit: queueLimit,
  when_full: z._default(z.enum(["refuse", "fail_later"], { error: "Use refuse or fail_later." }), "refuse"),
  filtered_percent: amount(0, 0, 100, "Enter 0 to 100 percent."),
  off: endings,
  out_of_service: endings,
  landlines: endings,
  hold_reports: flag,
  shuffle_reports: flag,
});
export type CarrierDraft = z.output<typeof CarrierDraft>;

/** The settings, with what the carrier holds: each number's queue in segments, and the reports that wait. */
export interface SimulatorCarrier extends CarrierDraft {
  readonly queues: readonly { readonly number: string; readonly segments: number }[];
  readonly held_reports: number;
}

/** A business at the simulated review site. */
export interface SimulatorProfile {
  readonly id: number;
  readonly title: string;
  readonly account: string;
  /** The dealership and location that read it; empty for none. */
  readonly used_by: string;
  readonly is_revoked: boolean;
  readonly busy_answers: number;
}

/** A review there, with the business's reply as the site's moderators see it. */
export interface SimulatorReview {
  readonly id: number;
  readonly author: string;
  readonly rating: number | null;
  readonly body: string;
  readonly published_at: string;
  /** Empty without one. */
  readonly reply: string;
  readonly reply_state: "pending" | "live" | "rejected";
  readonly reply_policy: string;
}

const badRating = "Select 1 to 5 stars, or none.";
const reviewFields = {
  /** Empty for an anonymous one. */
  author: z._default(z.string().check(z.trim(), z.maxLength(200, "Use at most 200 characters.")), ""),
  /** Empty: the site doesn't say. */
  rating: z.pipe(
    z.transform((value: unknown) => (value === undefined || value === null || value === "" ? null : Number(value))),
    z.nullable(z.number(badRating).check(z.int(badRating), z.minimum(1, badRating), z.maximum(5, badRating))),
  ),
  body: z._default(z.string().check(z.maxLength(10_000, "Use at most 10,000 characters.")), ""),
};

/** A review that a customer writes. */
export const SimulatorReviewDraft = z.object({
  profile: z.coerce.number("Select a business.").check(z.int("Select a business."), z.minimum(1, "Select a business.")),
  ...reviewFields,
});

/** What its author changes of a review, or the site's moderators of the reply to it. */
export const SimulatorReviewChange = z.object({
  rating: z.optional(reviewFields.rating),
  author: z.optional(z.string().check(z.trim(), z.maxLength(200, "Use at most 200 characters."))),
  body: z.optional(z.string().check(z.maxLength(10_000, "Use at most 10,000 characters."))),
  reply_state: z.optional(z.enum(["pending", "live", "rejected"], { error: "Use one of pending, live, rejected." })),
  reply_policy: z._default(z.string().check(z.maxLength(100, "Use at most 100 characters.")), ""),
});

/** What goes wrong at a business on purpose; what is left out stays as it is. */
export const SimulatorProfileFault = z.object({
  is_revoked: z.optional(flag),
  busy_answers: z.optional(
    z.coerce
      .number("Enter a number.")
      .check(z.int("Enter a whole number."), z.minimum(0, "Enter 0 or more."), z.maximum(100, "Enter at most 100.")),
  ),
});

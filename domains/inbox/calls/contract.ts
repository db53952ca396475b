import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, chosenId, Flag, Id, Instant, optionalText, optionalUsPhone, sent, sentFlag } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { periods } from "#core/periods.ts";
import { maxTextLength } from "#domains/inbox/conversation/contract.ts";

const OnOff = z.literal([0, 1]);
const requiredOnOff = (field: string) =>
  z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.literal([0, 1], { error: `Select whether ${field}` }),
  );

/** A location's call settings. */
export const VoiceSettings = z.object({
  /** 1: calls are recorded, after announcing it to both sides. */
  recording_consent: OnOff,
  /** 1: each call's outcome is emailed to the location's CRM address. */
  send_email: OnOff,
  /** 1: a missed call is answered by text. */
  missed_call_text: OnOff,
  /** The text after a missed call. */
  missed_call_words: z.string(),
});
export type VoiceSettings = z.infer<typeof VoiceSettings>;

export const VoiceSettingsDraft = z.object({
  recording_consent: requiredOnOff("calls are recorded"),
  /** Stays as it is without it. */
  send_email: z.optional(requiredOnOff("calls are emailed")),
  missed_call_text: requiredOnOff("a missed call is answered by text"),
  /** Empty: the default text. */
  missed_call_words: sent(optionalText(maxTextLength)),
});
export type VoiceSettingsDraft = z.infer<typeof VoiceSettingsDraft>;

/** The member's own phone for calls to customers, E.164. */
export const OwnPhone = z.object({
  /** Rings first; empty until the member entered one. */
  phone: z.string(),
  /** The phone in their profile, to start from; empty without one. */
  profile_phone: z.string(),
});
export type OwnPhone = z.infer<typeof OwnPhone>;

export const OwnPhoneDraft = z.object({ phone: sent(optionalUsPhone()) });

export const CallDraft = z.object({
  customer_id: chosenId("Please select a customer"),
  /** Rings first, now and for later calls; empty: the one that was entered before. */
  phone: z._default(optionalUsPhone(), ""),
});
export type CallDraft = z.infer<typeof CallDraft>;

export const voice = calls("voice", {
  ownPhone: {
    method: "GET",
    path: "/calls/own-phone",
    allow: staff,
    about: "The caller's own phone, which rings first when they call a customer.",
    data: OwnPhone,
  },
  changeOwnPhone: {
    method: "POST",
    path: "/calls/own-phone",
    allow: staff,
    audit: "trail",
    about: "Changes the caller's own phone for calls; empty removes it.",
    body: OwnPhoneDraft,
    data: OwnPhone,
    successMessage: "Saved",
    rate: { points: 20, seconds: 3600, by: "person" },
  },
  placeCall: {
    method: "POST",
    path: "/calls/place",
    allow: staff,
    audit: "trail",
    about:
      "Calls a customer through the location's number: the caller's own phone rings first, and the customer's once they press 1 there. One call at a time.",
    body: CallDraft,
    data: z.object({ id: Id, chat_id: Id, phone: z.string() }),
    rate: { points: 40, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
  settings: {
    method: "GET",
    path: "/settings/calls",
    allow: managers,
    supportAccess: "reads",
    about: "The acting location's call settings: recording, emails about calls, and the text after a missed call.",
    data: VoiceSettings,
  },
  changeSettings: {
    method: "POST",
    path: "/settings/calls",
    allow: managers,
    audit: "trail",
    about: "Changes the acting location's call settings. Empty text uses the default message.",
    body: VoiceSettingsDraft,
    data: VoiceSettings,
    successMessage: "Saved",
  },
});

/**
 * A call's outcome; `ringing` during the call. `abandoned`: the caller hung up within seconds. Outgoing: `no_answer`
 * by the customer, `unplaced` when the member didn't pick up.
 */
export const callOutcomes = [
  "ringing",
  "answered",
  "voicemail",
  "missed",
  "abandoned",
  "no_answer",
  "unplaced",
] as const;
export type LoggedOutcome = (typeof callOutcomes)[number];

/** What followed a call: an appointment within 14 days, or how a missed caller was answered within three. */
export const followUps = ["none", "appointment", "called", "texted"] as const;
export type FollowUp = (typeof followUps)[number];

/** Which calls the table shows. */
export const shownCalls = [
  "all",
  "incoming",
  "outgoing",
  "missed",
  "answered",
  "voicemail",
  "abandoned",
  "first",
  "spam",
] as const;
export type ShownCalls = (typeof shownCalls)[number];

/** A row of the call log. */
export const LoggedCall = z.object({
  id: Id,
  direction: z.enum(["incoming", "outgoing"]),
  /** Who made an outgoing call; empty for an incoming one. */
  called_by: z.string(),
  started_at: Instant,
  /** E.164; empty for a private number. */
  phone: z.string(),
  customer_id: z.nullable(Id),
  /** Empty when unknown. */
  customer_name: z.string(),
  chat_id: z.nullable(Id),
  /** Where the caller found the number; empty when the main number was called. */
  source: z.string(),
  outcome: z.enum(callOutcomes),
  /** Seconds that the two talked, or of the voicemail; null for neither. */
  duration: z.nullable(z.number()),
  /** `unannounced`: it was answered, and recording was off. */
  recording_state: z.enum(["none", "coming", "kept", "lost", "unannounced"]),
  /** Where the recording is heard, for an hour; null while there is none. */
  recording: z.nullable(z.string()),
  /** 1: nothing came from this phone before. */
  first_time: Flag,
  /** 1: the phone was marked as spam. */
  spam: Flag,
  followed_by: z.enum(followUps),
  /** The conversation's assignee; empty without one. */
  assigned_name: z.string(),
});
export type LoggedCall = z.infer<typeof LoggedCall>;

const filter = {
  period: z._default(z.enum(periods, { error: "Select one of the periods" }), "month"),
  show: z._default(z.enum(shownCalls, { error: "Select which calls to show" }), "all"),
  /** Empty: calls of all sources. */
  source: z._default(optionalText(40), ""),
};

export const callLog = calls("callLog", {
  table: {
    method: "POST",
    path: "/call-tracking/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "The acting location's calls, newest first, with their recordings. The search finds names, and phones by at least three of their digits.",
    table: true,
    body: z.object(filter),
    data: LoggedCall,
  },
  markSpam: {
    method: "POST",
    path: "/call-tracking/spam/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Marks a caller's phone as spam or not: all of its calls at the location, and later ones. Spam callers get no text back, and their missed calls create no tasks.",
    params: z.object({ id: Id }),
    body: z.object({ spam: sentFlag }),
    successMessage: "Saved",
  },
  export: {
    method: "POST",
    path: "/call-tracking/export",
    allow: managers,
    audit: "trail",
    about: "The calls of a period, or those a search finds, as a CSV file, newest first, 10,000 at most.",
    body: z.object({ ...filter, search: z._default(optionalText(200), "") }),
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
});

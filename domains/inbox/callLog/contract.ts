import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { CsvFile, Flag, Id, Instant, optionalText, sentFlag } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { periods } from "#core/periods.ts";

/**
 * What became of a call; `ringing` while it goes on. Abandoned: the caller hung up before anybody could answer. Of an
 * outgoing call: `no_answer` by the customer, `unplaced` when the member didn't take their own phone.
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

/** What came of a call: an appointment within 14 days, else how a caller who reached nobody was answered within three. */
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
  /** E.164; empty for a withheld number. */
  phone: z.string(),
  customer_id: z.nullable(Id),
  /** Empty when nobody knows the name. */
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
  /** Whose conversation it is; empty when nobody's. */
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
      "Says whether the phone of a call is spam: all its calls at the location, and later ones. Nobody texts it back, and missed calls make no task.",
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

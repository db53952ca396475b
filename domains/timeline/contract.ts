import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, inOrder, listInput, optionalText, wholeNumber } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { appointmentStatuses, appointmentTypes } from "#domains/appointments/contract.ts";
import { recipientStates } from "#domains/campaigns/text/fields.ts";
import { consentKinds, consentSources } from "#domains/customers/consent/contract.ts";
import { callOutcomes } from "#domains/inbox/calls/contract.ts";
import { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { LeadMove } from "#domains/leads/contract.ts";
import { calledOutcomes, emailStates } from "#domains/outreach/contract.ts";

/** What the timeline can be narrowed to, in the order of its filters. */
export const timelineKinds = [
  "text",
  "call",
  "email",
  "note",
  "task",
  "appointment",
  "campaign",
  "review",
  "lead",
  "consent",
] as const;
export type EntryKind = (typeof timelineKinds)[number];

/** The most entries of a page. */
export const mostEntries = 50;

/** What happened with a customer. Exactly one of the parts is set: that of its kind; a text has `texts`. */
export const TimelineEntry = z.object({
  /** Unique on the timeline, and the same on every page. */
  key: z.string(),
  kind: z.enum(timelineKinds),
  id: Id,
  /** When it happened; of an exchange, its newest text. */
  at: Instant,
  /** The first text of an exchange; of everything else the same as `at`. */
  from: Instant,
  /** The member who did it; empty for the customer and the system. */
  by: z.string(),
  /** True: the caller did it. */
  is_mine: z.boolean(),
  /** The texts of one exchange, oldest first. */
  texts: z.array(ChatMessage),
  call: z.nullable(
    z.object({
      direction: z.enum(["incoming", "outgoing"]),
      outcome: z.enum(callOutcomes),
      /** Seconds that the two talked, or of the voicemail; null for neither. */
      duration: z.nullable(z.number()),
      /** Where the recording is heard, for an hour; null while there is none. */
      recording: z.nullable(z.string()),
      source: z.string(),
    }),
  ),
  /** A call that a member logged. `may_change`: the caller may edit and delete it. */
  logged: z.nullable(
    z.object({
      outcome: z.enum(calledOutcomes),
      minutes: z.nullable(z.number()),
      words: z.string(),
      may_change: z.boolean(),
    }),
  ),
  /** An invitation to an appointment that was emailed, what a member wrote, or what a follow-up plan sent by itself. */
  email: z.nullable(
    z.object({
      what: z.enum(["invitation", "written", "plan"]),
      to: z.string(),
      subject: z.string(),
      /** The plan's name; empty for others. */
      plan: z.string(),
      /** Empty for an invitation, and for a plan's email template. */
      words: z.string(),
      state: z.enum(emailStates),
      /** Why one wasn't sent, or came back. */
      reason: z.string(),
    }),
  ),
  /** What came back to an email that a member wrote or a plan sent. */
  reply: z.nullable(
    z.object({
      /** The address that it came from, which may be another's than the customer's. */
      from: z.string(),
      subject: z.string(),
      words: z.string(),
      /** What it quotes of earlier emails. */
      quoted: z.string(),
      /** The names of its attachments. */
      files: z.array(z.string()),
      /** Where the copy with the attachments goes; empty without one. */
      copy_to: z.string(),
      /** Whom an answer goes to: the customer's address, empty without one. */
      customer: z.object({ id: Id, email: z.string() }),
      /** True: a program answered, such as an out-of-office reply. */
      is_automatic: z.boolean(),
    }),
  ),
  /** `may_change`: the caller may edit and delete it. */
  note: z.nullable(z.object({ chat_id: Id, words: z.string(), may_change: z.boolean() })),
  task: z.nullable(
    z.object({
      words: z.string(),
      due_at: Instant,
      /** Empty: unassigned. */
      assignee: z.string(),
      state: z.enum(["open", "done", "dropped"]),
    }),
  ),
  appointment: z.nullable(
    z.object({
      title: z.string(),
      type: z.literal(appointmentTypes),
      status: z.literal(appointmentStatuses),
      is_confirmed: z.boolean(),
      notes: z.string(),
    }),
  ),
  campaign: z.nullable(
    z.object({
      title: z.string(),
      channel: z.enum(["sms", "email"]),
      state: z.enum(recipientStates),
      opened: z.boolean(),
      clicked: z.boolean(),
      replied: z.boolean(),
    }),
  ),
  /** An invitation to a review, or the review itself. */
  review: z.nullable(
    z.object({
      what: z.enum(["invited", "reviewed"]),
      site: z.string(),
      channel: z.enum(["sms", "email"]),
      /** Null for an invitation, and for a review without stars. */
      rating: z.nullable(z.number()),
      words: z.string(),
    }),
  ),
  lead: z.nullable(z.object({ lead_id: Id, vehicle: z.string(), source: z.string(), move: LeadMove })),
  consent: z.nullable(
    z.object({
      channel: z.enum(["sms", "email"]),
      event: z.enum([...consentKinds, "unsubscribed", "resubscribed", "bounced", "complained"]),
      source: z.enum([...consentSources, ""]),
      words: z.string(),
    }),
  ),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

/** A page's end: microseconds, the place of its source among all, and the row's id. */
export const cursorPattern = /^(\d{1,16})\.(\d{1,2})\.(\d{1,15})$/;
const isCursor = (text: string) => text === "" || cursorPattern.test(text);

/** An existing day of this millennium: `2026-11-21`; empty for none. */
function isDay(text: string): boolean {
  if (text === "") return true;
  const day = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const kindsText = "Send the kinds as a list";
const customer = z.object({ customer_id: Id });

export const timeline = calls("timeline", {
  entries: {
    method: "POST",
    path: "/customers/{customer_id}/timeline",
    allow: staff,
    supportAccess: "reads",
    about:
      "What happened with a customer, newest first: texts by exchange, calls, emails, notes, ended tasks, past appointments, campaigns, reviews, leads and consent. 50 at a time; `next` asks for older ones. Of a merged customer: those of the one who was kept.",
    params: customer,
    body: z.object({
      /** Empty: all kinds. */
      kinds: z._default(
        z.pipe(z.transform(listInput), z.array(z.enum(timelineKinds, { error: kindsText }), { error: kindsText })),
        [],
      ),
      search: z._default(optionalText(100), ""),
      /** The newest day to show, in location time: `2026-11-21`. Empty: today. */
      until: z._default(optionalText(10).check(inOrder([isDay, "Select a date"])), ""),
      /** Where the previous page ended: its `next`. */
      after: z._default(optionalText(60).check(inOrder([isCursor, "Start again from the newest entries"])), ""),
      length: z._default(wholeNumber(1, mostEntries, `Ask for 1 to ${mostEntries} entries`), mostEntries),
    }),
    data: z.object({
      /** Whose timeline it is. */
      customer_id: Id,
      entries: z.array(TimelineEntry),
      /** Empty: these are the oldest. */
      next: z.string(),
    }),
  },
  summary: {
    method: "GET",
    path: "/customers/{customer_id}/timeline",
    allow: staff,
    supportAccess: "reads",
    about:
      "How much there is of each kind, exactly, and what is coming up: open tasks, pending appointments and scheduled texts, the next first.",
    params: customer,
    data: z.object({
      /** Whose timeline it is. */
      customer_id: Id,
      counts: z.object(
        Object.fromEntries(timelineKinds.map((kind) => [kind, z.number()])) as Record<EntryKind, z.ZodMiniNumber>,
      ),
      coming: z.array(TimelineEntry),
    }),
  },
});

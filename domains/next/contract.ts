import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalFlag, optionalId } from "#core/fields.ts";
import { staff } from "#core/people.ts";

/** Why someone waits, in the order of harm. */
export const nextKinds = ["question", "lead", "call", "task", "confirm", "no_show"] as const;
export type NextKind = (typeof nextKinds)[number];

/** `mine`: the caller's, and those that belong to no one. */
export const queues = ["mine", "unassigned", "everyone", "member"] as const;
export type Queue = (typeof queues)[number];

/** At most this many entries in one answer; the counts are of all. */
export const mostEntries = 500;

const What = z.object({
  kind: z.enum(nextKinds),
  /** The conversation's id of a question or call, else the lead's or the task's. */
  id: Id,
  /** Since when it waits. */
  since: Instant,
});

export const NextEntry = z.extend(What, {
  /** Null for a task about no one, and for a lead without a customer. */
  customer_id: z.nullable(Id),
  chat_id: z.nullable(Id),
  /** Empty while no one knows it. */
  name: z.string(),
  /** E.164; empty without one. */
  phone: z.string(),
  email: z.string(),
  /** True: the customer opted out of texts. */
  is_opted_out: z.boolean(),
  /** When it must be done, when the lead moves to the next person, or the time of the appointment; null without one. */
  due_at: z.nullable(Instant),
  /** Until when it is snoozed; null when it isn't. */
  until: z.nullable(Instant),
  /** What the customer asked last, or the task's words; empty without any. */
  words: z.string(),
  /** The subject of the email that those words came by; null for what came another way. */
  emailed: z.nullable(z.string()),
  owner_id: z.nullable(Id),
  /** The owner's name; empty without one. */
  owner: z.string(),
  /** The lead itself, or the customer's newest open one. */
  lead_id: z.nullable(Id),
  stage: z.string(),
  /** What the lead is about: `2021 Honda Accord EX-L`. */
  vehicle: z.string(),
  source: z.string(),
  /** How often the customer called since. */
  calls: z.number(),
  /** Seconds of the newest voicemail; null without one. */
  voicemail_seconds: z.nullable(z.number()),
  /** The newest logged call since that didn't reach them; null without one. */
  tried: z.nullable(z.object({ outcome: z.enum(["voicemail", "no_answer"]), at: Instant, by: z.string() })),
  /** How many such calls there were. */
  tries: z.number(),
  appointment_id: z.nullable(Id),
  appointment: z.string(),
  /** What else waits for the same customer. */
  also: z.array(What),
});
export type NextEntry = z.infer<typeof NextEntry>;

const counts = z.object({
  question: z.number(),
  lead: z.number(),
  call: z.number(),
  task: z.number(),
  confirm: z.number(),
  no_show: z.number(),
});

const subject = {
  kind: z.enum(nextKinds, { error: "Select an entry from the list" }),
  id: Id,
};

export const next = calls("next", {
  queue: {
    method: "POST",
    path: "/next",
    allow: staff,
    supportAccess: "reads",
    about:
      "Who waits at the acting location, in order of harm: one entry a customer, the 500 most urgent. Snoozed ones only with snoozed.",
    body: z.object({
      queue: z._default(z.enum(queues, { error: "Select a queue from the list" }), "mine"),
      /** Of the queue `member`. */
      user_id: optionalId,
      snoozed: z._default(optionalFlag, 0),
    }),
    data: z.object({
      entries: z.array(NextEntry),
      /** All entries by kind, also those beyond the list. */
      counts,
      /** What the caller answered and closed since the day began at the location. */
      done_today: z.number(),
      snoozed: z.number(),
      /** When the next snoozed entry comes back; null without one. */
      next_wake: z.nullable(Instant),
    }),
  },
  done: {
    method: "POST",
    path: "/next/done",
    allow: staff,
    audit: "own rows",
    about:
      "Closes an entry without an answer: marks a conversation as replied, a lead as contacted, a task as done. Repeating it changes nothing.",
    body: z.object(subject),
    data: z.object({ done_id: z.nullable(Id) }),
    successMessage: "Done",
  },
  undo: {
    method: "POST",
    path: "/next/undo",
    allow: staff,
    audit: "own rows",
    about: "Takes back what the caller closed within the last hour. 409 when something else happened to it since.",
    body: z.object({ done_id: Id }),
    data: z.object({ done_id: Id }),
    successMessage: "Back in your queue",
  },
  snooze: {
    method: "POST",
    path: "/next/snooze",
    allow: staff,
    audit: "none: a snoozed entry stays in its own list and comes back by itself",
    about:
      "Puts off an entry and what else waits for the same customer, for the whole team: until a time between a minute and a year from now, or until the customer writes again.",
    body: z.object({
      ...subject,
      /** An ISO 8601 instant with its offset. */
      until: z.pipe(
        z.transform((value: Date | string) => (value instanceof Date ? value.toISOString() : String(value))),
        z.iso.datetime({ offset: true, error: "Select when it comes back" }),
      ),
    }),
    data: z.object({ until: Instant }),
  },
  wake: {
    method: "POST",
    path: "/next/wake",
    allow: staff,
    audit: "none: the entry is back in sight",
    about: "Ends the snooze of an entry and of what else waits for the same customer. Repeating it changes nothing.",
    body: z.object(subject),
    data: z.object({ id: Id }),
  },
});

export const nextEvents = events({
  changed: {
    event: "next-changed",
    to: "location",
    about: "Entries of Next were snoozed, woken, closed or taken back.",
    payload: z.object({}),
  },
});

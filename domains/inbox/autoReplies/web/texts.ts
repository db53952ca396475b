import type { ShownMoment } from "../rules.ts";

/** What the settings of automatic answers say. */
export const autoReplyTexts = {
  title: "After-hours reply",
  about: (location: string) => `Tells people who text ${location} while it's closed when you'll reply.`,
  isOn: "Reply to texts while you're closed",
  isOnHint: "Once in 12 hours per conversation. The conversation still waits for your reply.",
  closed: "Outside business hours",
  holiday: "On closed dates",
  save: "Save after-hours reply",
  who: "who gets a reply",
  whoHint:
    "Never anyone who opted out, your team's phones, reactions such as “Liked…”, replies to appointment reminders, or numbers that text back automatically. A text to a new lead or a website visitor counts, too: nobody gets both within 24 hours.",
} as const;

/** What the preview of an automatic text says. */
export const previewTexts = {
  title: "What people get",
  moments: { now: "Now", tonight: "Tonight", holiday: "On a holiday" } satisfies Record<ShownMoment["moment"], string>,
  none: "You're open, so nothing is sent.",
  segments: (count: number) => (count === 1 ? "1 segment" : `${count} segments`),
  failed: "The preview couldn't be loaded.",
} as const;

/** Of a customer in a preview. */
export const shownName = "Maria";

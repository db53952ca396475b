import { midnight } from "#core/periods.ts";
import type { NextEntry, NextKind } from "./contract.ts";

const minuteMs = 60_000;

/** What an entry is about: a conversation, a lead or a task. */
export type Subject = "chat" | "lead" | "task";

export const subjectOf: Readonly<Record<NextKind, Subject>> = {
  question: "chat",
  call: "chat",
  lead: "lead",
  task: "task",
  confirm: "task",
  no_show: "task",
};

/** A location's day around an instant: until its end tasks are due today. */
export const dayAround = (now: Date, zone: string): { readonly from: Date; readonly until: Date } => ({
  from: midnight(now, zone),
  until: midnight(now, zone, 1),
});

/** How long after closing an entry a member can take that back, in milliseconds. */
export const undoMs = 60 * minuteMs;

/** Tells entries apart, also when a customer's reason to wait changes. */
export const keyOf = ({ kind, id }: Pick<NextEntry, "kind" | "id">): string => `${kind}-${id}`;

/** The entry to open after one was closed: the one that took its place, else the last. */
export function entryAfter<E extends Pick<NextEntry, "kind" | "id">>(
  entries: readonly E[],
  from: string,
): E | undefined {
  const at = entries.findIndex((entry) => keyOf(entry) === from);
  return entries[at + 1] ?? entries.find((entry) => keyOf(entry) !== from);
}

/** Pixels: how wide what a swipe uncovers is, from where it stays open, and from where it acts by itself. */
export const swipe = { actions: 152, opens: 56, replies: 88, edge: 24, slack: 8 } as const;
/** A swipe over this share of the row's width closes the entry. */
const longSwipe = 0.6;

/** What a swipe becomes when the finger leaves: `offset` is how far the row is moved, to the left below 0. */
export function swipeEnd(offset: number, width: number): "closed" | "open" | "done" | "reply" {
  if (isLongSwipe(offset, width)) return "done";
  if (offset <= -swipe.opens) return "open";
  return offset >= swipe.replies ? "reply" : "closed";
}

/** Whether a swipe to the left goes so far that it closes the entry. */
export const isLongSwipe = (offset: number, width: number): boolean =>
  offset < -swipe.actions && -offset >= width * longSwipe;

/**
 * What a finger does with a row: nothing yet, swipes it, or something else.
 * Scrolling, and the browser's own gesture from an edge of the screen, go before.
 */
export function gestureOf(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  screenWidth: number,
): "none" | "swipe" | "other" {
  if (from.x < swipe.edge || from.x > screenWidth - swipe.edge) return "other";
  const [across, along] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  if (Math.max(across, along) < swipe.slack) return "none";
  return across > along ? "swipe" : "other";
}

/** Words that say nothing about what a text is about. */
const commonWords = new Set(
  "about after again also been before could does dont from good have hello here into just know like make more much only over please some still than thank thanks that their them then there these they this time very want well were what when where which will with would your youre".split(
    " ",
  ),
);

/** The first letters of each telling word, so that "price" finds "prices". */
function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 3 && !commonWords.has(word)).map((word) => word.slice(0, 5)));
}

/** The most suggestions below a question. */
const mostSuggested = 2;

/** The team's texts that share most telling words with what a customer asked; none where no word is shared. */
export function suggestionsFor<T extends { readonly title: string; readonly template: string }>(
  asked: string,
  templates: readonly T[],
): T[] {
  const stems = stemsOf(asked);
  if (stems.size === 0) return [];
  const shared = ({ title, template }: T) => [...stemsOf(`${title} ${template}`)].filter((stem) => stems.has(stem));
  return templates
    .map((template) => ({ template, score: shared(template).length }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostSuggested)
    .map(({ template }) => template);
}

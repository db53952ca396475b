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

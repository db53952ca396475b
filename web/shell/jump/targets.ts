import type { Icon } from "#core/web/layout/screenDeclaration.ts";

/** The groups of the search, in the order in which they are shown. */
export const groups = ["Recent", "Customers", "Conversations", "Screens", "Actions", "Locations"] as const;
export type Group = (typeof groups)[number];

/** Something to jump to. */
export interface Target {
  readonly group: Group;
  /** Unique in the list. */
  readonly key: string;
  readonly label: string;
  /** Beside the label: a phone number, for example. */
  readonly detail?: string;
  /** Words that find it besides the label's. */
  readonly synonyms?: string;
  readonly icon?: Icon;
  /** Where it leads, or what it does. */
  readonly to?: string;
  readonly state?: object;
  readonly act?: () => void;
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** True when every typed word begins a word of the target. */
export function matches(query: string, { label, synonyms = "" }: Pick<Target, "label" | "synonyms">): boolean {
  const words = wordsOf(`${label} ${synonyms}`);
  return wordsOf(query).every((typed) => words.some((word) => word.startsWith(typed)));
}

/** The targets in the order of their groups; those whose label begins with what was typed come first in theirs. */
export function inGroups(targets: readonly Target[], query = ""): Target[] {
  const typed = query.trim().toLowerCase();
  const rank = ({ group, label }: Target) =>
    groups.indexOf(group) * 2 + (typed !== "" && label.toLowerCase().startsWith(typed) ? 0 : 1);
  return targets.toSorted((a, b) => rank(a) - rank(b));
}

/** The next selected index: the list is a ring. */
export function step(from: number, by: 1 | -1, count: number): number {
  return count === 0 ? 0 : (from + by + count) % count;
}

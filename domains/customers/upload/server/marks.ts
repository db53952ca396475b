import type { uploadMarks } from "../contract.ts";

/** What is said of a row, as it is stored. */
export const Mark = { fine: 0, rejected: 1, duplicate: 2, removed: 3, known: 4 } as const;

type Shown = (typeof uploadMarks)[number];

const names: Record<number, Shown> = {
  [Mark.fine]: "fine",
  [Mark.rejected]: "rejected",
  [Mark.duplicate]: "duplicate",
  [Mark.known]: "known",
};

export const markName = (mark: number | undefined): Shown => names[mark ?? Mark.fine] ?? "fine";

/** The marks that a filter asks for; a row that was taken out is never shown. */
export function marksFor(filter: "all" | Shown): number[] {
  return filter === "all" ? [Mark.fine, Mark.rejected, Mark.duplicate, Mark.known] : [Mark[filter]];
}

/** A row that becomes a customer, or is looked up among them. */
export const isTaken = (mark: number | undefined) => mark === Mark.fine || mark === Mark.known;

import type { uploadMarks } from "../contract.ts";

/** A row's outcome as stored in `upload_chunks.marks`. */
export const Mark = { fine: 0, rejected: 1, duplicate: 2, removed: 3, known: 4 } as const;

type VisibleMark = (typeof uploadMarks)[number];

const markNames: Record<number, VisibleMark> = {
  [Mark.fine]: "fine",
  [Mark.rejected]: "rejected",
  [Mark.duplicate]: "duplicate",
  [Mark.known]: "known",
};

export const markName = (mark: number | undefined): VisibleMark => markNames[mark ?? Mark.fine] ?? "fine";

/** The marks that a filter includes; removed rows are never shown. */
export function marksFor(filter: "all" | VisibleMark): number[] {
  return filter === "all" ? [Mark.fine, Mark.rejected, Mark.duplicate, Mark.known] : [Mark[filter]];
}

/** True for rows that an import turns into customers or matches with existing ones. */
export const isTaken = (mark: number | undefined) => mark === Mark.fine || mark === Mark.known;

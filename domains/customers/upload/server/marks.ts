import type { uploadMarks } from "../fields.ts";

/** A row's outcome as stored in `upload_chunks.marks`. */
export const RowMark = { fine: 0, rejected: 1, duplicate: 2, removed: 3, known: 4, labels: 5 } as const;

type VisibleMark = (typeof uploadMarks)[number];

const markNames: Record<number, VisibleMark> = {
  [RowMark.fine]: "fine",
  [RowMark.rejected]: "rejected",
  [RowMark.duplicate]: "duplicate",
  [RowMark.known]: "known",
};

export const markName = (mark: number | undefined): VisibleMark => markNames[mark ?? RowMark.fine] ?? "fine";

/** What `opt_outs` holds of a row. */
export const OptOutBits = { texts: 1, emails: 2 } as const;

/** The marks that a filter includes; removed rows and the labels are never shown. */
export function marksFor(filter: "all" | "warned" | VisibleMark): number[] {
  if (filter === "warned") return [RowMark.fine, RowMark.known];
  return filter === "all" ? [RowMark.fine, RowMark.rejected, RowMark.duplicate, RowMark.known] : [RowMark[filter]];
}

/** True for rows that an import turns into customers or matches with existing ones. */
export const isImportable = (mark: number | undefined) => mark === RowMark.fine || mark === RowMark.known;

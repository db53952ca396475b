import type { Db } from "#core/server/unitOfWork.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import type { CampaignTicket } from "./ticket.ts";

/** How a channel's people stand in a file. */
export interface ExportedPeople {
  readonly header: readonly string[];
  /** The lines of the people after one of them, and the last one's number. */
  linesAfter(
    db: Db,
    ticket: CampaignTicket,
    batch: ExportBatch,
  ): Promise<{ lines: string[][]; last: number | undefined }>;
}

export interface ExportBatch {
  readonly after: number;
  readonly limit: number;
  /** The location's, in which times are written. */
  readonly zone: string;
}

/** The people after one of them, by their number. */
export function rangeAfter({ after, limit }: ExportBatch) {
  return { key: "id", dir: "asc", after: { value: after, id: after }, skip: 0, limit } as const;
}

/** `2026-11-24 09:30`, location time. */
export function timeInFile(at: Date | null, zone: string): string {
  if (at === null) return "";
  const { date, minutes } = wallTimeAt(at, zone);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${date} ${hour}:${minute}`;
}

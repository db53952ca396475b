import { formatPhone } from "#core/phone.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import type { CallLogRow } from "./store.ts";

export const csvHeader = [
  "Date",
  "Time",
  "Phone",
  "Customer",
  "Type",
  "Outcome",
  "Source",
  "Duration (seconds)",
  "First",
  "Spam",
];

/** A call in a file; date and time as at the location. */
export function csvRow(row: CallLogRow, time_zone: string): readonly (string | number)[] {
  const { date, minutes } = wallTimeAt(row.started_at, time_zone);
  const time = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const phone = row.phone === "" ? "" : formatPhone(row.phone);
  const flag = (value: number) => (value === 1 ? "yes" : "");
  return [
    date,
    time,
    phone,
    row.customer_name,
    row.direction,
    row.outcome,
    row.source,
    row.duration ?? "",
    flag(row.first_time),
    flag(row.spam),
  ];
}

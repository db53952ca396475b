import { countText } from "#core/count.ts";
import { wallTimeAt, weekdayOf } from "#core/wallTime.ts";
import { waitText } from "#core/web/time/waits.ts";
import type { Lead } from "../contract.ts";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const dayMs = 86_400_000;

/** Whole days from one date to another. */
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** A day in a word, as seen from today: `today`, `Fri`, `Nov 3`, `Nov 3, 2025`. */
export function dayWord(at: string | Date, zone: string, now: Date): string {
  const [date, today] = [wallTimeAt(new Date(at), zone).date, wallTimeAt(now, zone).date];
  const distance = daysBetween(date, today);
  if (distance === 0) return "today";
  if (Math.abs(distance) < 7) return weekdays[weekdayOf(date)] ?? "";
  const [year = "", month = "", day = ""] = date.split("-");
  const words = `${months[Number(month) - 1]} ${Number(day)}`;
  return today.startsWith(year) ? words : `${words}, ${year}`;
}

/** How long ago a lead came in, in its largest unit: `8d`. */
export const ageText = (received_at: string, now: Date): string =>
  waitText((now.getTime() - Date.parse(received_at)) / 1_000).split(" ")[0] ?? "";

const contactWords = { texted: "Texted", wrote: "They wrote", called: "Called" } as const;

/** The last contact: `Texted today`, `Called Fri`. */
export const contactText = ({ kind, at }: NonNullable<Lead["contact"]>, zone: string, now: Date): string =>
  `${contactWords[kind]} ${dayWord(at, zone, now)}`;

/** What comes next, and whether it should have been done by now. */
export function nextStepText(
  { title, at }: NonNullable<Lead["next_step"]>,
  zone: string,
  now: Date,
  time: string,
): { text: string; isOverdue: boolean } {
  const day = dayWord(at, zone, now);
  if (Date.parse(at) < now.getTime()) return { text: `${title} overdue since ${day}`, isOverdue: true };
  return { text: `${title} ${day}, ${time}`, isOverdue: false };
}

/** `38,450`, `38,450.50`: as it stands in a field. */
export function amountText(dollars: number): string {
  const [whole, cents] = dollars.toFixed(2).split(".");
  return `${countText(Number(whole))}${cents === "00" ? "" : `.${cents}`}`;
}

/** `$38,450`, `$38,450.50` */
export const dollarsText = (dollars: number): string => `$${amountText(dollars)}`;

/** A vehicle's price as people write it: `18990 USD` is `$18,990`. Words and other currencies stay. */
export function priceText(price: string): string {
  const [, dollars] = /^\$? ?(\d{3,9}(?:\.\d{1,2})?)(?: USD)?$/i.exec(price) ?? [];
  return dollars === undefined ? price : dollarsText(Number(dollars));
}

/** An odometer as people write it: `41200 miles` is `41,200 mi`. Anything else stays. */
export function odometerText(odometer: string): string {
  const [, distance, unit = ""] = /^(\d{1,7})(?: ?(mi|miles?|km))?$/i.exec(odometer) ?? [];
  if (distance === undefined) return odometer;
  return [countText(Number(distance)), unit.toLowerCase().replace(/^miles?$/, "mi")].join(" ").trim();
}

/** A sum in few letters: `$940`, `$164k`, `$3.9M`. */
export function dollarsShort(dollars: number): string {
  if (dollars < 1_000) return dollarsText(dollars);
  const steps = [
    [999_500, 1_000, "k"],
    [999_500_000, 1_000_000, "M"],
    [Number.POSITIVE_INFINITY, 1_000_000_000, "B"],
  ] as const;
  const [, unit, letter] = steps.find(([below]) => dollars < below) ?? steps[0];
  const amount = dollars / unit;
  const isRound = letter === "k" || amount >= 100;
  return `$${isRound ? Math.round(amount) : Math.round(amount * 10) / 10}${letter}`;
}

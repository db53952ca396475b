import { monthLater } from "../rules.ts";

/** `November 2026`. */
export const monthName = (month: string): string =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** The current month and those before it, newest first. */
export const monthsUntil = (current: string, count: number): string[] =>
  Array.from({ length: count }, (_, back) => monthLater(current, -back));

/** Cents as dollars; a dash for none. */
export const dollarsOf = (cents: number | null): string =>
  cents === null ? "–" : (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

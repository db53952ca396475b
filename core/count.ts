/**
 * Formats a number as `12,345`. The first `toLocaleString` takes about 50 ms on a phone, which delays a screen's first
 * paint.
 */
export function countText(count: number): string {
  const [whole = "", ...fraction] = String(count).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

/** The noun that goes with a count: `lead` for one, `leads` for any other. */
export const nounFor = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** A count with its noun: `1 lead`, `1,234 leads`. */
export const nounCount = (count: number, one: string, many?: string): string =>
  `${countText(count)} ${nounFor(count, one, many)}`;

/**
 * Formats a number as `12,345`. The first `toLocaleString` takes about 50 ms on a phone, which delays a screen's first
 * paint.
 */
export function countText(count: number): string {
  const [whole = "", ...fraction] = String(count).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

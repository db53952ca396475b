/**
 * `12,345`: a number as people read it. Without `toLocaleString`, whose first use keeps a phone busy for a twentieth of a
 * second, which is felt where a screen comes up.
 */
export function countText(count: number): string {
  const [whole = "", ...fraction] = String(count).split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...fraction].join(".");
}

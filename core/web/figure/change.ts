/** How a figure changed since the period before. */
export interface FigureChange {
  direction: "up" | "down";
  /** "3", or "12%" from `percentFrom` on. */
  text: string;
  /** Whether that is good news; undefined when neither is better. */
  isGood: boolean | undefined;
}

/** From here on a share says more than a difference. */
const percentFrom = 20;

/**
 * The change from one period to the next, or undefined if there is none.
 *
 * @param better which direction is good news: fewer unread messages are.
 */
export function changeOf(now: number, before: number, better?: "up" | "down"): FigureChange | undefined {
  const difference = now - before;
  if (difference === 0 || !Number.isFinite(difference)) return undefined;
  const direction = difference > 0 ? "up" : "down";
  const size = Math.abs(difference);
  const percent = Math.round((size / before) * 100);
  const text = before >= percentFrom && percent > 0 ? `${percent}%` : String(size);
  return { direction, text, isGood: better && better === direction };
}

/** A stretch of time; without a bound it is open at that end. */
export interface LogRange {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** What a page of messages says about the time it covers. */
export interface PageBounds {
  readonly first: Date | undefined;
  readonly last: Date | undefined;
  readonly has_more: boolean;
}

/**
 * The stretch of a chat's log that a page of messages covers: adjoining pages leave out nothing between them. `beside` is
 * the time of the message that the page ends before, or begins after.
 */
export function rangeOfPage(
  page: PageBounds,
  direction: "newest" | "before" | "after" | "around",
  beside: Date | undefined,
): LogRange {
  if (direction === "after") return { from: beside, to: page.has_more ? page.last : undefined };
  const from = page.has_more ? page.first : undefined;
  if (direction === "before") return { from, to: beside };
  return { from, to: direction === "around" ? page.last : undefined };
}

/*
 * How the sample conversations are written down. In a line, `{name}` is the customer, `{me}` the member who writes,
 * `{rooftop}` the location, `{day}` and `{time}` what was agreed on.
 */

export interface Line {
  readonly from: "customer" | "staff";
  readonly text: string;
  /** Opening minutes since the line before; left out: some minutes. */
  readonly after?: number;
}

/** What a talk led to. */
export interface Visit {
  readonly title: string;
  /** 0: the customer comes in; 1: by phone or video. */
  readonly type: 0 | 1;
  /** Days after the line that names the day first. */
  readonly inDays: number;
  /** `10:30`, on the location's clocks. */
  readonly at: string;
  /** What became of it, once it is over. */
  readonly missed?: true;
}

export interface Talk {
  readonly lines: readonly Line[];
  readonly visit?: Visit;
  /** So many of the customer's last lines have not been seen yet. */
  readonly unread?: number;
  /** `hand`: closed by a member. `idle`: nobody has written in it for more than a month. */
  readonly closed?: "hand" | "idle";
  readonly pinned?: true;
  /** Why the last text to the customer never arrived: the carrier's code, and what staff read. */
  readonly failed?: { readonly code: string; readonly words: string };
  /** The customer is somebody whom nobody knows by name. */
  readonly nameless?: true;
}

/** Some common waits, in opening minutes. */
export const anHour = 60;
export const nextDay = 540;

export function they(text: string, after?: number): Line {
  return { from: "customer", text, ...(after !== undefined && { after }) };
}

export function we(text: string, after?: number): Line {
  return { from: "staff", text, ...(after !== undefined && { after }) };
}

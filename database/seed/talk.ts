/*
 * The format of the sample conversations. In a message, `{name}` is the customer, `{me}` the member who writes,
 * `{rooftop}` the location, `{day}` and `{time}` the appointment.
 */

export interface Line {
  readonly from: "customer" | "staff";
  readonly text: string;
  /** Business minutes since the previous message; a few by default. */
  readonly after?: number;
}

/** The appointment that a conversation led to. */
export interface Visit {
  readonly title: string;
  /** 0: the customer comes in; 1: by phone or video. */
  readonly type: 0 | 1;
  /** Days after the message that first mentions the day. */
  readonly inDays: number;
  /** Local time, such as `10:30`. */
  readonly at: string;
  /** The customer did not show up. */
  readonly missed?: true;
}

export interface Talk {
  readonly lines: readonly Line[];
  readonly visit?: Visit;
  /** How many of the customer's last messages are unread. */
  readonly unread?: number;
  /** `hand`: closed by a member. `idle`: no message for more than a month. */
  readonly closed?: "hand" | "idle";
  readonly pinned?: true;
  /** Why the last text to the customer failed: the carrier's code, and the explanation for staff. */
  readonly failed?: { readonly code: string; readonly words: string };
  /** Only the customer's phone number is known. */
  readonly nameless?: true;
}

/** Common delays, in business minutes. */
export const anHour = 60;
export const nextDay = 540;

export function they(text: string, after?: number): Line {
  return { from: "customer", text, ...(after !== undefined && { after }) };
}

export function we(text: string, after?: number): Line {
  return { from: "staff", text, ...(after !== undefined && { after }) };
}

/*
 * The format of the sample conversations. In a message, `{name}` is the customer, `{me}` the member who writes,
 * `{rooftop}` the location, `{day}` and `{time}` the appointment.
 */

export interface SampleMessage {
  readonly from: "customer" | "staff";
  readonly text: string;
  /** Business minutes since the previous message; a few by default. */
  readonly afterMinutes?: number;
}

/** The appointment that a conversation led to. */
export interface SampleAppointment {
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

export interface SampleConversation {
  readonly messages: readonly SampleMessage[];
  readonly appointment?: SampleAppointment;
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
export const oneHour = 60;
export const nextDay = 540;

export function customer(text: string, after?: number): SampleMessage {
  return { from: "customer", text, ...(after !== undefined && { afterMinutes: after }) };
}

export function staff(text: string, after?: number): SampleMessage {
  return { from: "staff", text, ...(after !== undefined && { afterMinutes: after }) };
}

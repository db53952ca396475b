import * as z from "zod/mini";
import { formatPhone } from "#core/phone.ts";

/** How many notifications a person is shown, and for how many days. */
export const shownAtMost = 50;
export const keptDays = 90;

/** Seconds for which a push is worth being kept for a device that is off; later it would tell of the past. */
export const pushSeconds = 4 * 3600;
/** Milliseconds after which nobody is told any more: the queue stood still, and the news is old. */
export const tellWithin = 3600 * 1000;
/** The notification phone gets at most one text about a chat in this time. */
export const phonePause = 15 * 60 * 1000;

const longestLine = 160;

/** One line of a text, cut with an ellipsis where it is longer. */
export function shortened(text: string, longest = longestLine): string {
  const line = text.replace(/\s+/g, " ").trim();
  const signs = [...line];
  return signs.length > longest
    ? `${signs
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

const Subscription = z.object({
  endpoint: z.string().check(z.maxLength(1500)),
  keys: z.object({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(100)) }),
});

export type GivenTarget =
  | { readonly kind: "web"; readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  | { readonly kind: "fcm"; readonly token: string };

/** What a device gives to be reached by: a browser's subscription as JSON, or a token. Undefined for neither. */
export function targetOf(given: string): GivenTarget | undefined {
  if (!given.startsWith("{")) return given.length > 1500 ? undefined : { kind: "fcm", token: given };
  try {
    const { endpoint, keys } = z.parse(Subscription, JSON.parse(given));
    return { kind: "web", endpoint, p256dh: keys.p256dh, auth: keys.auth };
  } catch {
    return undefined;
  }
}

/** Who wrote, as people call them: by name, else by number. */
export function callerName(customer: { first_name: string; last_name: string; phone: string }): string {
  return `${customer.first_name} ${customer.last_name}`.trim() || formatPhone(customer.phone);
}

/** A customer's message, as the notifications tell it. */
export interface ToldMessage {
  readonly id: number;
  readonly chat_id: number;
  readonly location_id: number;
  readonly location: string;
  readonly message: string;
  readonly message_type: string;
  readonly datetime: Date;
  readonly media_count: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
}

/** The one line that is shown of a message. */
export function lineOf({ message, media_count }: Pick<ToldMessage, "message" | "media_count">): string {
  const line = shortened(message, 120);
  if (line !== "") return line;
  return media_count > 1 ? `${media_count} attachments` : "An attachment";
}

/** Where a click on a push leads. */
const chatPath = (chat_id: number) => `/inbox/all/${chat_id}`;

/** Where a notification leads: to its chat, or to one's own tasks. */
export const placeOf = (chat_id: number | null) => (chat_id === null ? "/tasks?show=mine" : chatPath(chat_id));

/** What is pushed of a customer's message: kind 2 with the message and its chat. All of it text, as Firebase wants it. */
export function messagePush(told: ToldMessage) {
  const { id, chat_id, location_id, datetime, message_type } = told;
  const [title, body] = [callerName(told), lineOf(told)];
  const message = { id, chat_id, location_id, message: body, message_type, datetime: datetime.toISOString() };
  return {
    ...{ msgType: "2", message: JSON.stringify(message), target_id: String(chat_id) },
    ...{ title, body, location: told.location, location_id: String(location_id), url: chatPath(chat_id) },
  };
}

interface ToldNotification {
  readonly id: number;
  readonly kind: string;
  readonly chat_id: number | null;
  readonly location_id: number;
  readonly location: string;
  readonly title: string;
  readonly text: string;
}

/** What is pushed of a notification: kind 1. */
export function notificationPush({ id, kind, chat_id, location_id, location, title, text }: ToldNotification) {
  return {
    ...{ msgType: "1", notification_id: String(id), kind, target_id: String(chat_id ?? "") },
    ...{ title, body: text, location, location_id: String(location_id), url: placeOf(chat_id) },
  };
}

/** The pushes of one chat replace each other. */
export const topicOf = (chat_id: number) => `chat-${chat_id}`;

/** What the notification phone is texted, with the way to the chat. A reply would reach nobody, so it says so. */
export function phoneText(told: ToldMessage, publicUrl: string): string {
  const [place, name] = [shortened(told.location, 30), shortened(callerName(told), 30)];
  const link = `${publicUrl}${chatPath(told.chat_id)}`;
  return `${place}: new message from ${name}: "${shortened(lineOf(told), 60)}" Answer at ${link} (replies to this text are not read)`;
}

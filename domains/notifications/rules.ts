import * as z from "zod/mini";
import { formatPhone } from "#core/phone.ts";

/** How many notifications are listed, and for how many days they are stored. */
export const maxListedNotifications = 50;
export const retentionDays = 90;

/** Seconds that the push service may hold a push for an offline device. */
export const pushTtlSeconds = 4 * 3600;
/** Milliseconds after which a delayed job no longer notifies, because the news is old. */
export const maxNewsAgeMs = 3600 * 1000;
/** Milliseconds between two texts about the same chat to the notification phone. */
export const phonePauseMs = 15 * 60 * 1000;

const maxLineLength = 160;

/** A text as one line, cut with an ellipsis. */
export function shortenToLine(text: string, maxLength = maxLineLength): string {
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`
    : line;
}

const Subscription = z.object({
  endpoint: z.string().check(z.maxLength(1500)),
  keys: z.object({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(100)) }),
});

export type ParsedPushTarget =
  | { readonly kind: "web"; readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  | { readonly kind: "fcm"; readonly token: string };

/** Parses a browser's subscription (JSON) or a Firebase token; undefined if invalid. */
export function parsePushTarget(token: string): ParsedPushTarget | undefined {
  if (!token.startsWith("{")) return token.length > 1500 ? undefined : { kind: "fcm", token };
  try {
    const { endpoint, keys } = z.parse(Subscription, JSON.parse(token));
    return { kind: "web", endpoint, p256dh: keys.p256dh, auth: keys.auth };
  } catch {
    return undefined;
  }
}

/** The customer's name, or else the number. */
export function senderName(customer: { first_name: string; last_name: string; phone: string }): string {
  return `${customer.first_name} ${customer.last_name}`.trim() || formatPhone(customer.phone);
}

/** A customer's message as notifications need it. */
export interface NotifiedMessage {
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

/** A message in one line. */
export function messageLine({ message, media_count }: Pick<NotifiedMessage, "message" | "media_count">): string {
  const line = shortenToLine(message, 120);
  if (line !== "") return line;
  return media_count > 1 ? `${media_count} attachments` : "An attachment";
}

const chatPath = (chat_id: number) => `/inbox/all/${chat_id}`;

/** The path that a notification opens: its chat, or where the person finds what it is about. */
export function notificationPath(chat_id: number | null, kind: string): string {
  if (kind === "review") return "/reviews?show=mine";
  if (kind === "appointment") return "/appointments";
  if (kind === "lead") return "/leads";
  if (kind === "registration") return "/settings/text-registration";
  if (kind === "reply" && chat_id !== null) return `/next/question/${chat_id}`;
  return chat_id === null ? "/tasks?show=mine" : chatPath(chat_id);
}

/** Whether it is about the whole business: opening it keeps the acting location. */
export const isBusinessWide = (kind: string): boolean => kind === "registration";

/** The push of a customer's message (kind 2). All values are strings, as Firebase requires. */
export function messagePush(message: NotifiedMessage) {
  const { id, chat_id, location_id, datetime, message_type } = message;
  const [title, body] = [senderName(message), messageLine(message)];
  const payload = { id, chat_id, location_id, message: body, message_type, datetime: datetime.toISOString() };
  return {
    msgType: "2",
    message: JSON.stringify(payload),
    target_id: String(chat_id),
    title,
    body,
    location: message.location,
    location_id: String(location_id),
    url: chatPath(chat_id),
  };
}

interface PushedNotification {
  readonly id: number;
  readonly kind: string;
  readonly chat_id: number | null;
  readonly location_id: number;
  readonly location: string;
  readonly title: string;
  readonly text: string;
}

/** The push of a notification (kind 1). */
export function notificationPush({ id, kind, chat_id, location_id, location, title, text }: PushedNotification) {
  return {
    msgType: "1",
    notification_id: String(id),
    kind,
    target_id: String(chat_id ?? ""),
    title,
    body: text,
    location: isBusinessWide(kind) ? "" : location,
    location_id: isBusinessWide(kind) ? "" : String(location_id),
    url: notificationPath(chat_id, kind),
  };
}

/** The pushes of one chat replace each other. */
export const chatTopic = (chat_id: number) => `chat-${chat_id}`;

/** The text to the notification phone, with a link to the chat and a note that replies are not read. */
export function phoneText(message: NotifiedMessage, publicUrl: string): string {
  const [location, name] = [shortenToLine(message.location, 30), shortenToLine(senderName(message), 30)];
  const link = `${publicUrl}${chatPath(message.chat_id)}`;
  return `${location}: new message from ${name}: "${shortenToLine(messageLine(message), 60)}" Reply at ${link} (replies to this text are not read)`;
}

import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, required } from "#core/fields.ts";
import { staff } from "#core/people.ts";

export const notificationKinds = [
  "mention",
  "assigned",
  "task",
  "refused",
  "review",
  "appointment",
  "registration",
  "lead",
  "reply",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  text: z.string(),
  /** Null for a task, a review, an appointment, a registration and a lead. */
  chat_id: z.nullable(Id),
  /** The chat's location; the browser must switch to it before opening the chat. A registration is of the whole business. */
  location_id: Id,
  location: z.string(),
  created_at: Instant,
  read_at: z.nullable(Instant),
});
export type Notification = z.infer<typeof Notification>;

/** How this sign-in's browser or phone is reached. */
export const DeviceRegistration = z.object({
  /** The server's public key (VAPID) that a browser subscribes with. */
  key: z.string(),
  /** `web`: by its push service; `fcm`: by Firebase; `none`: not at all. */
  kind: z.enum(["none", "web", "fcm"]),
  /** The registered push service address; empty without one. */
  endpoint: z.string(),
  /** 1: Firebase is set up, so that programs keep their push token and send it along. */
  firebase: z.literal([0, 1]),
});
export type DeviceRegistration = z.infer<typeof DeviceRegistration>;

export const PushToken = z.object({ fcm_token: required("A push token is required", 4000) });

export const notifications = calls("notifications", {
  list: {
    method: "GET",
    path: "/notifications",
    allow: staff,
    supportAccess: "reads",
    about: "The caller's latest notifications at all of their locations, and how many are unread.",
    data: z.object({ notifications: z.array(Notification), unread_count: z.number() }),
  },
  read: {
    method: "POST",
    path: "/notifications/read/{notification_id}",
    allow: staff,
    audit: "own rows",
    about: "Marks one of the caller's notifications read.",
    params: z.object({ notification_id: Id }),
    data: z.object({ unread_count: z.number() }),
  },
  readAll: {
    method: "POST",
    path: "/notifications/readAll",
    allow: staff,
    audit: "own rows",
    about: "Marks all of the caller's notifications read.",
    data: z.object({ unread_count: z.number() }),
  },
  updateToken: {
    method: "POST",
    path: "/updateFcmToken",
    allow: staff,
    audit: "own rows",
    about:
      "Turns on notifications on this device: a Web Push subscription as JSON, or a Firebase token. They end when the caller signs out.",
    body: PushToken,
    data: z.object({ kind: z.enum(["none", "web", "fcm"]) }),
    successMessage: "Notifications are on for this device",
    rate: { points: 60, seconds: 900, by: "person" },
    ownTransactions: true,
  },
  device: {
    method: "GET",
    path: "/push/key",
    allow: staff,
    about: "The server's public key for Web Push, and how this device gets notifications.",
    data: DeviceRegistration,
    ownTransactions: true,
  },
  removeDevice: {
    method: "POST",
    path: "/push/remove",
    allow: staff,
    audit: "none: only the caller's own device",
    about: "Stops notifications on this device.",
    successMessage: "Notifications are off for this device",
    ownTransactions: true,
  },
});

export const notificationEvents = events({
  added: {
    event: "notification-added",
    to: "user",
    about:
      "A person was mentioned, a chat or a task was given to them, a text that they scheduled was not sent, or their business's registration changed. target_id is the chat; null for the others.",
    payload: z.object({ notification_id: Id, kind: z.enum(notificationKinds), target_id: z.nullable(Id) }),
  },
  read: {
    event: "notifications-read",
    to: "user",
    about: "The person read notifications in another window.",
    payload: z.object({ unread_count: z.number() }),
  },
});

import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type NotificationKind, notificationEvents } from "../contract.ts";
import { shortenToLine } from "../rules.ts";
import { fanOutJob } from "./jobs.ts";
import { insertNotifications } from "./store.ts";

/** Who is notified, and where it happened. */
export interface NotificationRecipients {
  readonly dealer_id: number;
  readonly location_id: number;
  /** Without the person who caused it. Inactive people and those of other locations are skipped. */
  readonly user_ids: readonly number[];
}

export interface NotificationContent {
  readonly kind: NotificationKind;
  /** Who did what, in one line. */
  readonly title: string;
  /** What was written, shortened to one line. */
  readonly text: string;
  /** Null for a task, a review, an appointment, a registration and a lead. */
  readonly chat_id: number | null;
}

/** Notifies people: in the app's notification list, by realtime event, and by push. */
export async function notify(
  unit: UnitOfWork,
  { dealer_id, location_id, user_ids }: NotificationRecipients,
  news: NotificationContent,
): Promise<void> {
  if (user_ids.length === 0) return;
  const at = unit.now();
  const { kind, chat_id } = news;
  const row = {
    dealer_id,
    location_id,
    kind,
    chat_id,
    title: shortenToLine(news.title),
    text: shortenToLine(news.text),
    at,
  };
  for (const { id: notification_id, user_id } of await insertNotifications(unit.db, row, user_ids)) {
    unit.publish(notificationEvents.added, { notification_id, kind, target_id: chat_id }, { dealer_id, user_id });
    const subject = { kind: "notification", notification_id } as const;
    unit.enqueue(fanOutJob, { dealer_id, subject, at: at.toISOString() });
  }
}

export interface InboundMessageKey {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly message_id: number;
}

/** Pushes a customer's message to the location's people. */
export function notifyMessage(unit: UnitOfWork, message: InboundMessageKey): void {
  const { dealer_id, location_id, chat_id, message_id } = message;
  const at = unit.now().toISOString();
  const subject = { kind: "message", location_id, chat_id, message_id } as const;
  // One job per chat at a time: it pushes the newest message of a burst.
  unit.enqueue(fanOutJob, { dealer_id, subject, at }, { dedupeKey: `${dealer_id}.${chat_id}` });
}

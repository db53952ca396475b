import type { Db } from "#core/server/unitOfWork.ts";
import type { NotifiedMessage } from "../rules.ts";
import type { InboundMessageKey } from "./notify.ts";

export { type NotificationContent, notify, notifyMessage } from "./notify.ts";

/** A customer's message with the location's notification phone, and how many messages of the chat no one has read. */
export interface InboundMessage extends NotifiedMessage {
  readonly notification_phone_no: string;
  readonly new_message_count: number;
}

/** Loads the customer's newest message in a chat, starting at this one; undefined if it was deleted. */
export type LoadNewestInbound = (db: Db, message: InboundMessageKey) => Promise<InboundMessage | undefined>;

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** What is pushed and texted of a customer's message, read when it leaves; one domain knows. */
    readonly newestInbound?: LoadNewestInbound;
  }
}

import type { Unit } from "#core/server/unit.ts";
import { countMessage } from "#domains/customers/server/public.ts";
import { giveTo } from "#domains/inbox/attachments/server/public.ts";
import { keepResponse } from "#domains/inbox/responses/server/public.ts";
import { inboxEvents } from "../contract.ts";
import { previewOf } from "../rules.ts";
import { noteSent } from "./chatStateStore.ts";
import { deliverJob } from "./jobs.ts";
import { insertOutbound } from "./messageStore.ts";

export interface Draft {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly customer_id: number;
  /** Where it goes, when not to the customer's own phone. */
  readonly phone?: string | null;
  readonly message: string;
  /** The ids of the files that go with it, in their order; held by the caller. */
  readonly files?: readonly number[];
  /** Who writes; null for the system. */
  readonly user_id: number | null;
  readonly client_id: string | null;
  readonly purpose: "conversation" | "consent";
  /** Sent by itself to somebody who still waits for a person. */
  readonly isAutomatic?: true;
}

/**
 * Stores a text, keeps its chat's row up, and lets it be delivered after the commit. The chat's row must be held by the
 * caller (`lockChat`), so that messages get their numbers in the order in which they are seen.
 */
export async function storeAndSend(unit: Unit, draft: Draft): Promise<number> {
  const { dealer_id, location_id, chat_id, customer_id, phone = null, files = [], isAutomatic, ...message } = draft;
  const datetime = unit.now();
  const news = { new_message: previewOf(draft.message, files.length), at: datetime, answers: !isAutomatic };
  const waiting_since = await noteSent(unit.db, dealer_id, chat_id, news);
  const row = { dealer_id, chat_id, phone, ...message, media_count: files.length, datetime };
  const message_id = await insertOutbound(unit.db, row);
  if (waiting_since && draft.user_id !== null) {
    const { user_id } = draft;
    await keepResponse(unit.db, { dealer_id, location_id, chat_id, message_id, user_id, waiting_since, datetime });
  }
  await giveTo(unit.db, dealer_id, files, { message_id });
  await countMessage(unit.db, dealer_id, [customer_id], "sent");
  unit.enqueue(deliverJob, { dealer_id, message_id });
  const payload = { message_id, target_id: chat_id, what: "sent" as const };
  unit.tell(inboxEvents.messageOpen, payload, { dealer_id, location_id });
  return message_id;
}

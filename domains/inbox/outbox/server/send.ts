import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { countMessage } from "#domains/customers/server/public.ts";
import { attachToText } from "#domains/inbox/attachments/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import type { AutomaticKind } from "#domains/inbox/conversation/contract.ts";
import { recordResponse } from "#domains/inbox/responses/server/public.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { recordSent } from "#domains/inbox/server/chatStateStore.ts";
import { insertOutbound } from "#domains/inbox/server/messageStore.ts";
import { QuotaReached, takeFromQuota } from "#domains/quotas/server/public.ts";
import { deliverJob } from "./jobs.ts";

export interface TextToSend {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly chat_id: number;
  readonly customer_id: number;
  /** The recipient, when it isn't the customer's own phone. */
  readonly phone?: string | null;
  readonly message: string;
  /** The ids of its files, in order; the caller holds their locks. */
  readonly files?: readonly number[];
  /** The author; null for the system. */
  readonly user_id: number | null;
  readonly client_id: string | null;
  readonly purpose: "conversation" | "consent";
  /** What made it, when nobody wrote it. */
  readonly automatic?: AutomaticKind;
  /** An automatic text to a customer who keeps waiting for a person. */
  readonly isAutomatic?: true;
}

/** A text that the day's limit of texts leaves no room for, and why. */
interface Unsendable {
  readonly state: "failed";
  readonly error: string;
}

/**
 * Counts a text against the business's limit for today. What STOP, START and HELP are answered is never limited.
 *
 * @throws QuotaReached, except for an automatic text: nobody waits for that one, so it is stored as failed.
 */
async function takeTextQuota(unit: UnitOfWork, draft: TextToSend): Promise<Unsendable | undefined> {
  if (draft.purpose === "consent") return undefined;
  try {
    await takeFromQuota(unit, draft.dealer_id, "texts");
    return undefined;
  } catch (error) {
    if (!draft.isAutomatic || !(error instanceof QuotaReached)) throw error;
    return { state: "failed", error: error.message };
  }
}

/**
 * Stores a text, updates its chat's row, and enqueues the delivery. The caller must hold the chat's lock (`lockChat`), so
 * that message ids follow the order in which the messages appear.
 *
 * @throws QuotaReached before anything is written, when the business has sent its texts of today.
 */
export async function storeAndSend(unit: UnitOfWork, draft: TextToSend): Promise<number> {
  const { dealer_id, location_id, chat_id, customer_id, phone = null, files = [], isAutomatic, ...message } = draft;
  const unsendable = await takeTextQuota(unit, draft);
  const datetime = unit.now();
  const update = { new_message: previewOf(draft.message, files.length), at: datetime, isReply: !isAutomatic };
  const waiting_since = await recordSent(unit.db, dealer_id, chat_id, update);
  const row = { dealer_id, chat_id, phone, ...message, media_count: files.length, datetime, ...unsendable };
  const message_id = await insertOutbound(unit.db, row);
  if (waiting_since && draft.user_id !== null) {
    const { user_id } = draft;
    await recordResponse(unit.db, { dealer_id, location_id, chat_id, message_id, user_id, waiting_since, datetime });
  }
  await attachToText(unit.db, dealer_id, files, { message_id });
  if (!unsendable) {
    await countMessage(unit.db, dealer_id, [customer_id], "sent");
    unit.enqueue(deliverJob, { dealer_id, message_id });
  }
  const payload = { message_id, target_id: chat_id, what: "sent" as const };
  unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id });
  return message_id;
}

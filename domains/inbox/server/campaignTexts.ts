import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { MessageState } from "#domains/inbox/conversation/contract.ts";
import { inboxEvents } from "../contract.ts";

/** Stores a location's campaign texts in its conversations and publishes that to open browsers. */
export async function addCampaignTexts(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  texts: readonly CampaignText[],
): Promise<number[]> {
  const ids = await insertCampaignTexts(unit.db, dealer_id, texts);
  for (const target_id of new Set(texts.map(({ chat_id }) => chat_id))) {
    unit.publish(inboxEvents.messagesMoved, { target_id }, { dealer_id, location_id });
  }
  return ids;
}

/** Updates a campaign text in its conversation after a delivery report. */
export async function reportCampaignText(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  message_id: number,
  change: Pick<CampaignText, "state" | "error">,
): Promise<void> {
  const message = await updateCampaignText(unit.db, dealer_id, message_id, change);
  if (!message) return;
  const payload = { message_id, target_id: message.chat_id, what: "state" } as const;
  unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id });
}

/** A campaign's text for an existing conversation. */
export interface CampaignText {
  readonly chat_id: number;
  readonly campaign_id: number;
  readonly campaign_title: string;
  /** The picture's storage key; null without one. */
  readonly campaign_image: string | null;
  readonly message: string;
  /** The recipient, when it isn't the customer's own phone. */
  readonly phone: string | null;
  readonly state: Exclude<MessageState, "queued" | "received">;
  readonly error: string;
  readonly datetime: Date;
}

/**
 * Stores campaign texts. They don't reorder the list or change what is unread or unreplied.
 *
 * @returns their ids, in order.
 */
async function insertCampaignTexts(db: Db, dealer_id: number, texts: readonly CampaignText[]): Promise<number[]> {
  if (texts.length === 0) return [];
  const column = <K extends keyof CampaignText>(name: K) => texts.map((text) => text[name]);
  const times = texts.map(({ datetime }) => datetime.toISOString());
  const { rows } = await sql<{ id: number }>`${preparedStatement}
    insert into messages (dealer_id, is_from_customer, purpose, media_count, chat_id, campaign_id, campaign_title,
      campaign_image, message, phone, state, error, datetime)
    select ${dealer_id}::bigint, 0, 'campaign', (campaign_image is not null)::int, chat_id, campaign_id, campaign_title,
      campaign_image, message, phone, state, error, datetime
    from unnest(${column("chat_id")}::bigint[], ${column("campaign_id")}::bigint[], ${column("campaign_title")}::text[],
      ${column("campaign_image")}::text[], ${column("message")}::text[], ${column("phone")}::text[],
      ${column("state")}::text[], ${column("error")}::text[], ${times}::timestamptz[]) with ordinality
      as t (chat_id, campaign_id, campaign_title, campaign_image, message, phone, state, error, datetime, place)
    order by place
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Changes the state of a campaign's text in its conversation. Returns undefined when it was deleted. */
async function updateCampaignText(
  db: Db,
  dealer_id: number,
  id: number,
  change: Pick<CampaignText, "state" | "error">,
) {
  return db
    .updateTable("messages")
    .set(change)
    .where("messages.dealer_id", "=", dealer_id)
    .where("messages.id", "=", id)
    .where("messages.campaign_id", "is not", null)
    .returning("messages.chat_id")
    .executeTakeFirst();
}

/** Removes the row that a trigger added to the log of texts: no phone sent this message. */
export async function removeLoggedText(db: Db, dealer_id: number, message_id: number): Promise<void> {
  await db.deleteFrom("logged_texts").where("dealer_id", "=", dealer_id).where("message_id", "=", message_id).execute();
}

/** Marks a message as a review invite in the log of texts. */
export async function logAsInvite(db: Db, dealer_id: number, message_id: number): Promise<void> {
  await db
    .updateTable("logged_texts")
    .set({ type: "invite" })
    .where("dealer_id", "=", dealer_id)
    .where("message_id", "=", message_id)
    .execute();
}

import { sql } from "kysely";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { MessageState } from "../conversation/contract.ts";

/** A campaign's text as it is written into a conversation that exists. */
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
 * Writes campaign texts into conversations. They move no conversation and change neither unread nor unreplied.
 *
 * @returns their ids, in order.
 */
export async function insertCampaignTexts(
  db: Db,
  dealer_id: number,
  texts: readonly CampaignText[],
): Promise<number[]> {
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

/** Changes the state of a campaign's text in its conversation. Returns undefined when it is gone. */
export async function updateCampaignText(
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

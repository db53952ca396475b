import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { removeLoggedText } from "#domains/inbox/server/loggedTextStore.ts";

/** Where a visitor of a website wrote a message, and as whom. */
interface WebsiteOrigin {
  readonly message_id: number;
  readonly chat_id: number;
  readonly web_page: string;
  readonly web_name: string;
}

/** Notes that a website's visitor wrote a message, and that its phone is not known to be theirs until it texts. */
export async function markFromWebsite(
  db: Db,
  dealer_id: number,
  { message_id, chat_id, ...origin }: WebsiteOrigin,
  unconfirmed_since: Date,
): Promise<void> {
  const message = db.updateTable("messages").set(origin).where("dealer_id", "=", dealer_id);
  await message.where("id", "=", message_id).execute();
  await removeLoggedText(db, dealer_id, message_id);
  const chat = db.updateTable("chats").set({ unconfirmed_since }).where("dealer_id", "=", dealer_id);
  await chat.where("id", "=", chat_id).execute();
}

/**
 * Takes back that a chat's phone is not known to be its writer's, unless somebody wrote in its name later.
 *
 * @returns the chat, when that changed it.
 */
export async function confirmChatOf(
  db: Db,
  dealer_id: number,
  message_id: number,
  writtenAt: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update chats set unconfirmed_since = null
    where dealer_id = ${dealer_id} and unconfirmed_since <= ${writtenAt}
      and id = (select chat_id from messages where dealer_id = ${dealer_id} and id = ${message_id})
    returning id`.execute(db);
  return rows[0]?.id;
}

/** A text as the browser that began a conversation sees it. */
interface WebsiteText {
  readonly id: number;
  readonly is_from_customer: number;
  readonly message: string;
  readonly media_count: number;
  readonly datetime: Date;
}

const mostTexts = 50;

/**
 * The newest texts between a location and a phone since a website's message, which is one of them: neither automatic ones nor
 * those of campaigns, none that wasn't sent, and nothing that another visitor wrote in the phone's name.
 */
export async function websiteConversation(
  db: Db,
  dealer_id: number,
  { message_id, phone }: { readonly message_id: number; readonly phone: string },
): Promise<WebsiteText[]> {
  const { rows } = await sql<WebsiteText>`
    with beginning as materialized (
      select chats.id as chat_id, customers.phone as main_phone from messages
      join chats on chats.dealer_id = messages.dealer_id and chats.id = messages.chat_id
      join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
      where messages.dealer_id = ${dealer_id} and messages.id = ${message_id})
    select text.* from beginning
    join lateral (
      select id, is_from_customer, message, media_count, datetime from messages
      where dealer_id = ${dealer_id} and chat_id = beginning.chat_id and id >= ${message_id}
        and coalesce(phone, beginning.main_phone) = ${phone} and message_type = 'message' and deleted_at is null
        and campaign_id is null and automatic is null
        and case when is_from_customer = 1 then web_page is null or id = ${message_id}
          else state in ('sending', 'sent', 'delivered', 'unknown') end
      order by id desc limit ${mostTexts}) as text on true
    order by text.id`.execute(db);
  return rows;
}

import type { Db } from "#core/server/unitOfWork.ts";

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
  const chat = db.updateTable("chats").set({ unconfirmed_since }).where("dealer_id", "=", dealer_id);
  await chat.where("id", "=", chat_id).execute();
}

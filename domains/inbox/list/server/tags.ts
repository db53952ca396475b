import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { markAnswered, recordEmailed, setWaiting } from "#domains/inbox/server/chatStateStore.ts";
import { chatById } from "#domains/inbox/server/chatStore.ts";
import type { Tag } from "#domains/tags/contract.ts";
import { allTags, findTag, liveTags } from "#domains/tags/server/public.ts";
import { chatTagEvents, type chatTags } from "../contract.ts";

export const chatTagHandlers: Handlers<typeof chatTags> = {
  async all({ db, scope }) {
    const [tags, counts] = await Promise.all([allTags(db), countByTag(db, scope)]);
    return tags.map((tag) => ({ ...tag, customer_count: counts.get(tag.id) ?? 0 }));
  },

  async ofChat({ db, scope }, { params: { chat_id } }) {
    const [chat, tags, my_tags] = await Promise.all([
      chatById(db, scope, chat_id),
      allTags(db),
      tagsOfChat(db, scope, chat_id),
    ]);
    orNotFound(chat);
    const ownIds = new Set(my_tags.map(({ id }) => id));
    return { my_tags, other_tags: tags.filter(({ id }) => !ownIds.has(id)) };
  },

  async add({ db, scope, who, now, publish }, { body: { chat_id, tag_id } }) {
    orNotFound(await chatById(db, scope, chat_id));
    orNotFound(await findTag(db, { id: tag_id }));
    const tagging = { chat_id, tag_id, user_id: who.user_id, created_at: now() };
    if (await addChatTag(db, scope, tagging)) publish(chatTagEvents.changed, { target_id: chat_id, tag_id });
    return null;
  },

  async remove({ db, scope, publish }, { params: { chat_id, tag_id } }) {
    orNotFound(await chatById(db, scope, chat_id));
    orNotFound(await findTag(db, { id: tag_id }));
    if (await removeChatTag(db, scope, { chat_id, tag_id }))
      publish(chatTagEvents.changed, { target_id: chat_id, tag_id });
    return null;
  },

  async clearUnreplied(context, { params: { chat_id } }) {
    orNotFound(await chatById(context.db, context.scope, chat_id));
    await markReplied(context, context.scope, chat_id);
    return null;
  },
};

/** Marks a chat of the acting location as replied and notifies the team's browsers. */
export async function markReplied(
  { db, publish }: UnitOfWork,
  { dealer_id }: LocationKey,
  chat_id: number,
): Promise<void> {
  if (await markAnswered(db, dealer_id, chat_id)) publish(inboxEvents.chatChanged, { target_id: chat_id });
}

/** Lets a customer wait who answered an email: the conversation opens, and is snoozed no longer. */
export async function markEmailed(
  { db, publish }: UnitOfWork,
  { dealer_id }: LocationKey,
  chat_id: number,
  at: Date,
): Promise<void> {
  await recordEmailed(db, dealer_id, chat_id, at);
  publish(inboxEvents.chatChanged, { target_id: chat_id });
}

/** Takes that back, as of when the customer began to wait. @returns false when someone wrote since `marked_at`. */
export async function markWaiting(
  { db, publish }: UnitOfWork,
  { dealer_id }: LocationKey,
  chat_id: number,
  wait: { readonly since: Date; readonly marked_at: Date },
): Promise<boolean> {
  if (!(await setWaiting(db, dealer_id, chat_id, wait))) return false;
  publish(inboxEvents.chatChanged, { target_id: chat_id });
  return true;
}

/** A tag on a chat. */
export interface Tagging {
  readonly chat_id: number;
  readonly tag_id: number;
}

/** The tags of a chat that are not deleted, by name. */
async function tagsOfChat(db: Db, { dealer_id }: LocationScope, chat_id: number): Promise<Tag[]> {
  return liveTags(db)
    .innerJoin("chat_tags", "chat_tags.tag_id", "tags.id")
    .where("chat_tags.dealer_id", "=", dealer_id)
    .where("chat_tags.chat_id", "=", chat_id)
    .execute();
}

/** Returns true when the chat didn't have the tag. */
async function addChatTag(
  db: Db,
  { dealer_id, location_id }: LocationScope,
  tagging: Tagging & { user_id: number; created_at: Date },
): Promise<boolean> {
  const result = await db
    .insertInto("chat_tags")
    .values({ dealer_id, location_id, ...tagging })
    .onConflict((conflict) => conflict.columns(["dealer_id", "chat_id", "tag_id"]).doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Adds a tag to several chats of a location; returns those that didn't have it. */
export async function tagChats(
  db: Db,
  { dealer_id, location_id }: LocationScope,
  tagging: { chat_ids: readonly number[]; tag_id: number; user_id: number; created_at: Date },
): Promise<number[]> {
  const { chat_ids, ...columns } = tagging;
  if (chat_ids.length === 0) return [];
  const rows = await db
    .insertInto("chat_tags")
    .values(chat_ids.map((chat_id) => ({ dealer_id, location_id, chat_id, ...columns })))
    .onConflict((conflict) => conflict.columns(["dealer_id", "chat_id", "tag_id"]).doNothing())
    .returning("chat_id")
    .execute();
  return rows.map(({ chat_id }) => chat_id);
}

/**
 * Tags the conversations of customers that this transaction locked. Who has none gets an empty, closed one.
 *
 * @returns the customers who didn't have the tag.
 */
export async function tagCustomers(
  { db, now, publish }: UnitOfWork,
  location: LocationKey,
  tagging: { readonly customer_ids: readonly number[]; readonly tag_id: number; readonly user_id: number },
): Promise<number[]> {
  const { dealer_id, location_id } = location;
  const { customer_ids, tag_id, user_id } = tagging;
  const these = sql`${[...customer_ids]}::bigint[]`;
  await sql`insert into chats (dealer_id, location_id, customer_id, is_closed)
    select ${dealer_id}, ${location_id}, id, 1 from unnest(${these}) as id order by id
    on conflict (dealer_id, location_id, customer_id) do nothing`.execute(db);
  const { rows } = await sql<{ chat_id: number; customer_id: number }>`
    insert into chat_tags (dealer_id, location_id, chat_id, tag_id, user_id, created_at)
    select dealer_id, location_id, id, ${tag_id}, ${user_id}, ${now()} from chats
    where dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id = any(${these}) order by id
    on conflict (dealer_id, chat_id, tag_id) do nothing
    returning chat_id, (select customer_id from chats where chats.dealer_id = chat_tags.dealer_id
      and chats.id = chat_tags.chat_id) as customer_id`.execute(db);
  for (const { chat_id } of rows) publish(chatTagEvents.changed, { target_id: chat_id, tag_id }, location);
  return rows.map(({ customer_id }) => customer_id);
}

/** Returns true when the chat had the tag. */
async function removeChatTag(db: Db, { dealer_id }: LocationScope, { chat_id, tag_id }: Tagging): Promise<boolean> {
  const result = await db
    .deleteFrom("chat_tags")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("tag_id", "=", tag_id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/**
 * How many of the location's customers have each tag. Counts an index-only scan and excludes the few deleted customers.
 */
export async function countByTag(db: Db, { dealer_id, location_id }: LocationScope): Promise<Map<number, number>> {
  const { rows } = await sql<{ tag_id: number; count: number }>`
    select tag_id, count(*)::int as count from chat_tags
    where dealer_id = ${dealer_id} and location_id = ${location_id} and not exists (
      select from customers
        join chats on chats.dealer_id = customers.dealer_id and chats.location_id = customers.location_id
          and chats.customer_id = customers.id
      where customers.dealer_id = ${dealer_id} and customers.location_id = ${location_id}
        and customers.deleted_at is not null and chats.id = chat_tags.chat_id)
    group by tag_id`.execute(db);
  return new Map(rows.map(({ tag_id, count }) => [tag_id, count]));
}

/** Adds a chat's tags to another chat; returns those that were new to it. */
export async function copyTags(db: Db, dealer_id: number, from: number, into: number): Promise<number[]> {
  const { rows } = await sql<{ tag_id: number }>`
    insert into chat_tags (dealer_id, location_id, chat_id, tag_id, user_id, created_at)
    select dealer_id, location_id, ${into}, tag_id, user_id, created_at from chat_tags
    where dealer_id = ${dealer_id} and chat_id = ${from}
    on conflict (dealer_id, chat_id, tag_id) do nothing returning tag_id`.execute(db);
  return rows.map(({ tag_id }) => tag_id);
}

/** Removes tags from a chat. */
export async function removeChatTags(
  db: Db,
  dealer_id: number,
  chat_id: number,
  tags: readonly number[],
): Promise<void> {
  if (tags.length === 0) return;
  const taggings = db.deleteFrom("chat_tags").where("dealer_id", "=", dealer_id).where("chat_id", "=", chat_id);
  await taggings.where("tag_id", "in", tags).execute();
}

import { type SelectQueryBuilder, sql } from "kysely";
import type { LocationKey, Scope } from "#core/people.ts";
import { preparedStatement, unpreparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { DB } from "#database/types.ts";
import { askedToStopSql, optinStatusSql } from "#domains/customers/server/public.ts";
import { type ChatCursor, chatsPerBatch, type WaitingCursor } from "#domains/inbox/chatList/rules.ts";
import type { Chat, ChatType, LastSpeaker } from "../contract.ts";

type JoinedTables = { chats: DB["chats"]; customers: DB["customers"] };

/** Chats joined with their customers, without chats of deleted customers. */
function selectChats(db: Db, scope: Scope) {
  return db
    .selectFrom("chats")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("chats.dealer_id", "=", scope.dealer_id)
    .where("chats.location_id", "=", scope.location_id)
    .where("customers.deleted_at", "is", null);
}

const tagIds = sql<number[]>`(
  select coalesce(json_agg(chat_tags.tag_id order by chat_tags.tag_id), '[]') from chat_tags join tags on tags.id = chat_tags.tag_id
  where chat_tags.dealer_id = chats.dealer_id and chat_tags.chat_id = chats.id and tags.deleted_at is null)`.as(
  "tag_ids",
);

const lastSpeaker = sql<LastSpeaker | null>`(
  select json_build_object('who', case when message.is_from_customer = 1 then 'customer'
      when message.user_id is null then 'automatic' else 'member' end,
    'user_id', message.user_id, 'first_name', coalesce(users.first_name, ''),
    'is_failed', (message.state = 'failed')::int)
  from messages message left join users on users.dealer_id = message.dealer_id and users.id = message.user_id
  where message.dealer_id = chats.dealer_id and message.chat_id = chats.id and message.deleted_at is null
    and message.campaign_id is null
  order by message.id desc limit 1)`.as("last_message_from");

function selectColumns<O>(chats: SelectQueryBuilder<DB & JoinedTables, "chats" | "customers", O>) {
  return chats
    .select(["chats.id", "chats.chat_time", "chats.new_message", "chats.new_message_count", "chats.is_replied"])
    .select(["chats.is_pinned", "chats.is_closed", "chats.latest_chat_message_sent_time", "chats.customer_id"])
    .select([
      "chats.latest_chat_message_received_time",
      "chats.location_id",
      "chats.assigned_to",
      "chats.waiting_since",
      "chats.snoozed_until",
      "chats.unconfirmed_since",
    ])
    .select(["customers.first_name", "customers.last_name", "customers.phone", "customers.email"])
    .select([optinStatusSql.as("optin_status"), askedToStopSql.as("asked_to_stop"), tagIds, lastSpeaker]);
}

/** One batch of one tab of one list. */
export interface ChatBatch {
  readonly type: Exclude<ChatType, "mine"> | { readonly tag_id: number } | { readonly member_id: number };
  readonly is_closed: 0 | 1;
  readonly after: ChatCursor | WaitingCursor | undefined;
  /** Only chats whose customers wait, the longest first. */
  readonly isByWaiting: boolean;
  /** Chats to skip, for clients that page without a cursor. */
  readonly offset: number;
}

function batchQuery(db: Db, scope: Scope, batch: ChatBatch) {
  let chats = selectChats(db, scope)
    .where("chats.is_closed", "=", batch.is_closed)
    .where("chats.snoozed_until", batch.type === "snoozed" ? "is not" : "is", null);
  if (batch.type === "unread") chats = chats.where("chats.new_message_count", ">", 0);
  if (batch.type === "unreplied") chats = chats.where("chats.is_replied", "=", 0);
  if (batch.type === "unassigned") chats = chats.where("chats.assigned_to", "is", null);
  if (typeof batch.type === "object") {
    chats =
      "tag_id" in batch.type
        ? chats.where(hasTag(scope, batch.type.tag_id))
        : chats.where("chats.assigned_to", "=", batch.type.member_id);
  }
  const limited = (query: typeof chats) =>
    selectColumns(query)
      .limit(sql.lit(chatsPerBatch))
      .$if(batch.offset > 0, (page) => page.offset(batch.offset));
  if (batch.isByWaiting) {
    const after = batch.after && "waiting_since" in batch.after ? batch.after : undefined;
    chats = chats.where("chats.waiting_since", "is not", null).where(sql<boolean>`(${optinStatusSql}) = 1`);
    if (after)
      chats = chats.where(
        sql<boolean>`(chats.waiting_since, chats.id) > (${new Date(after.waiting_since)}::timestamptz, ${after.id})`,
      );
    return limited(chats).orderBy("chats.waiting_since").orderBy("chats.id");
  }
  if (batch.after && "is_pinned" in batch.after) {
    const { is_pinned, chat_time, id } = batch.after;
    chats = chats.where(
      sql<boolean>`(chats.is_pinned, chats.chat_time, chats.id) < (${is_pinned}, ${new Date(chat_time)}::timestamptz, ${id})`,
    );
  }
  return limited(chats)
    .orderBy("chats.is_pinned", "desc")
    .orderBy("chats.chat_time", "desc")
    .orderBy("chats.id", "desc");
}

/** Only this query has one best plan; filters by unread, tag or member need a plan for their selectivity. */
const hasStablePlan = ({ type, offset, isByWaiting }: ChatBatch) => type === "all" && offset === 0 && !isByWaiting;

/** Filters by location too, because the index on `chat_tags` starts with it. */
const hasTag = ({ dealer_id, location_id }: Scope, tag_id: number) => sql<boolean>`exists (
  select from chat_tags where chat_tags.dealer_id = ${dealer_id} and chat_tags.location_id = ${location_id}
    and chat_tags.tag_id = ${tag_id} and chat_tags.chat_id = chats.id)`;

/** Several batches, newest activity first, in one statement. */
export async function chatBatches(db: Db, scope: Scope, batches: readonly ChatBatch[]): Promise<Chat[]> {
  const [first, ...rest] = batches.map((batch) =>
    db.selectFrom(batchQuery(db, scope, batch).as("batch")).selectAll("batch"),
  );
  if (!first) return [];
  const union = rest.reduce((query, next) => query.unionAll(next), first);
  const rows = await union
    .modifyFront(batches.every(hasStablePlan) ? preparedStatement : unpreparedStatement)
    .execute();
  return rows.map(toChat);
}

/** One chat of the acting location. */
export async function chatById(db: Db, scope: Scope, id: number): Promise<Chat | undefined> {
  const chat = selectColumns(selectChats(db, scope).where("chats.id", "=", id)).modifyFront(preparedStatement);
  const row = await chat.executeTakeFirst();
  return row && toChat(row);
}

/** True for a chat of the acting location whose customer isn't deleted. */
export async function isChat(db: Db, scope: Scope, id: number): Promise<boolean> {
  return (await selectChats(db, scope).where("chats.id", "=", id).select("chats.id").executeTakeFirst()) !== undefined;
}

/** The chats that exist among these ids, in no particular order. */
export async function chatsById(db: Db, scope: Scope, ids: readonly number[]): Promise<Chat[]> {
  if (ids.length === 0) return [];
  return (await selectColumns(selectChats(db, scope).where("chats.id", "in", ids)).execute()).map(toChat);
}

type ChatRow = Awaited<ReturnType<ReturnType<typeof batchQuery>["executeTakeFirstOrThrow"]>>;

function toChat(row: ChatRow): Chat {
  const { first_name, last_name, phone, email, customer_id, optin_status, asked_to_stop: request, ...chat } = row;
  const asked_to_stop = request && { ...request, at: new Date(request.at).toISOString() };
  return {
    ...chat,
    customer: {
      id: customer_id,
      first_name,
      last_name,
      phone,
      email,
      asked_to_stop,
      optin_status: optin_status === 1 ? 1 : 0,
    },
    is_read: chat.new_message_count === 0 ? 1 : 0,
    is_replied: chat.is_replied === 1 ? 1 : 0,
    is_pinned: chat.is_pinned === 1 ? 1 : 0,
    is_closed: chat.is_closed === 1 ? 1 : 0,
    chat_time: chat.chat_time.toISOString(),
    waiting_since: chat.waiting_since?.toISOString() ?? null,
    snoozed_until: chat.snoozed_until?.toISOString() ?? null,
    unconfirmed_since: chat.unconfirmed_since?.toISOString() ?? null,
    latest_chat_message_sent_time: chat.latest_chat_message_sent_time?.toISOString() ?? null,
    latest_chat_message_received_time: chat.latest_chat_message_received_time?.toISOString() ?? null,
  };
}

/** Locks a chat's row until the transaction ends, so that its messages are stored one at a time. */
export async function lockChat(db: Db, scope: LocationKey, id: number) {
  return db
    .selectFrom("chats")
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .select(["id", "customer_id", "location_id"])
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Serializes inbound texts per phone, and against merges that change who owns the phone: two concurrent first texts
 * must create one customer and one chat.
 */
export async function holdInbound(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  phones: readonly string[],
): Promise<void> {
  // Sorted, so that transactions that lock several phones can't deadlock.
  const keys = phones.toSorted().map((phone) => `inbound ${dealer_id} ${location_id} ${phone}`);
  await sql`${preparedStatement} select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`.execute(
    db,
  );
}

/** The chats of the customers with these phones, locked as by `lockChat`; phones without a chat are omitted. */
export async function lockChatsOfPhones(db: Db, { dealer_id, location_id }: LocationKey, phones: readonly string[]) {
  return db
    .selectFrom("chats")
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("customers.dealer_id", "=", dealer_id)
    .where("customers.location_id", "=", location_id)
    .where(sql<boolean>`customers.phone = any(${phones}::text[])`)
    .where("customers.deleted_at", "is", null)
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id)
    .select(["chats.id as chat_id", "chats.customer_id", "customers.phone"])
    .orderBy("chats.id")
    .forUpdate("chats")
    .modifyFront(preparedStatement)
    .execute();
}

/** The chat with a customer, created when missing. There is one per customer and location. */
export async function chatWith(db: Db, dealer_id: number, location_id: number, customer_id: number): Promise<number> {
  await db
    .insertInto("chats")
    .values({ dealer_id, location_id, customer_id })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id", "customer_id"]).doNothing())
    .execute();
  const chat = db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("customer_id", "=", customer_id)
    .select("id");
  return (await chat.executeTakeFirstOrThrow()).id;
}

/** The customers of these who have a chat, deleted ones included. */
export async function customersWithChat(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where(sql<boolean>`customer_id = any(${[...customer_ids]}::bigint[])`)
    .select("customer_id")
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

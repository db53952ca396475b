import { sql } from "kysely";
import type { Scope, ScopeKeys } from "#core/people.ts";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement, unpreparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { optinStatusSql } from "#domains/customers/server/public.ts";
import type { Chat, ChatType } from "#domains/inbox/contract.ts";
import { selectChats, selectColumns, toChat } from "#domains/inbox/server/chatStore.ts";
import { type ChatCursor, chatsPerBatch, type WaitingCursor } from "../rules.ts";

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

function batchQuery(db: Db, scope: ScopeKeys, batch: ChatBatch) {
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
const hasTag = ({ dealer_id, location_id }: ScopeKeys, tag_id: number) => sql<boolean>`exists (
  select from chat_tags where chat_tags.dealer_id = ${dealer_id} and chat_tags.location_id = ${location_id}
    and chat_tags.tag_id = ${tag_id} and chat_tags.chat_id = chats.id)`;

/** The tags of a whole page in one subquery: per chat it would cost as much as the chat itself. */
const tagsOfPage = (db: Db, scope: ScopeKeys) =>
  db
    .selectFrom("chat_tags")
    .innerJoin("tags", "tags.id", "chat_tags.tag_id")
    .where("chat_tags.dealer_id", "=", scope.dealer_id)
    .where(sql<boolean>`chat_tags.chat_id = any(array(select page.id from page))`)
    .where("tags.deleted_at", "is", null)
    .groupBy("chat_tags.chat_id")
    .select("chat_tags.chat_id")
    .select(sql<number[]>`json_agg(chat_tags.tag_id order by chat_tags.tag_id)`.as("tag_ids"));

/** Several batches, newest activity first, in one statement. */
export async function chatBatches(db: Db, scope: Scope, batches: readonly ChatBatch[]): Promise<Chat[]> {
  const firstPage = firstPages.get(batches.map(firstPageKey).join());
  const rows = firstPage
    ? await firstPage(db, scope.dealer_id, scope.location_id)
    : await batchesQuery(db, scope, batches).execute();
  return rows.map(toChat);
}

function batchesQuery(db: Db, scope: ScopeKeys, batches: readonly ChatBatch[]) {
  const [first, ...rest] = batches.map((batch) =>
    db.selectFrom(batchQuery(db, scope, batch).as("batch")).selectAll("batch"),
  );
  if (!first) throw new Error("A page of no list");
  const union = rest.reduce((query, next) => query.unionAll(next), first);
  return db
    .with(
      (name) => name("page").materialized(),
      () => union,
    )
    .with("tagged", () => tagsOfPage(db, scope))
    .selectFrom("page")
    .selectAll("page")
    .select(({ selectFrom }) =>
      selectFrom("tagged").whereRef("tagged.chat_id", "=", "page.id").select("tagged.tag_ids").as("tag_ids"),
    )
    .modifyEnd(batches.every(hasStablePlan) ? preparedStatement : unpreparedStatement);
}

const firstPageKey = (batch: ChatBatch) => (hasStablePlan(batch) && !batch.after ? batch.is_closed : "other");

/** The statements for the first page of all chats: of each tab, and of both. */
const firstPages = new Map(
  ([[0], [1], [0, 1]] as const).map((tabs) => [
    tabs.join(),
    builtOnce((db, dealer_id: number, location_id: number | null) => {
      const batch = { type: "all", after: undefined, isByWaiting: false, offset: 0 } as const;
      const scope = { dealer_id, location_id };
      return batchesQuery(
        db,
        scope,
        tabs.map((is_closed) => ({ ...batch, is_closed })),
      );
    }),
  ]),
);

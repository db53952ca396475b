import { sql } from "kysely";
import * as z from "zod/mini";
import { job } from "#core/job.ts";
import type { Scope } from "#core/people.ts";
import { compactChanges } from "#core/server/compactChanges.ts";
import { worker } from "#core/server/domainManifest.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ChatCounts } from "#domains/inbox/contract.ts";

const countTable = {
  table: "chat_counts",
  keyColumns: ["dealer_id", "location_id", "is_closed", "assigned_to"],
  summedColumns: ["chats", "unread", "unreplied", "snoozed"],
};

/** How many chats a location has of each kind, read from `chat_counts`: constant time however many chats there are. */
export async function countChats(db: Db, { dealer_id, location_id }: Scope, user_id: number) {
  const sum = (column: "chats" | "unread" | "unreplied" | "snoozed", condition = sql`true`) =>
    sql<number>`coalesce(sum(${sql.ref(column)}) filter (where ${condition}), 0)::int`;
  const ofTab = (is_closed: 0 | 1) => {
    const isInTab = sql`is_closed = ${sql.lit(is_closed)}`;
    return sql<ChatCounts>`json_build_object('all', ${sum("chats", isInTab)},
      'unassigned', ${sum("chats", sql`${isInTab} and assigned_to = 0`)},
      'mine', ${sum("chats", sql`${isInTab} and assigned_to = ${user_id}`)})`;
  };
  return db
    .selectFrom("chat_counts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select([
      sum("unread").as("unread_count"),
      sum("unreplied").as("unreplied_count"),
      sum("unread", sql`is_closed = 0`).as("unread_count_active"),
      sum("unread", sql`is_closed = 1`).as("unread_count_inactive"),
      sum("snoozed").as("snoozed_count"),
      ofTab(0).as("active"),
      ofTab(1).as("inactive"),
    ])
    .modifyFront(preparedStatement)
    .executeTakeFirstOrThrow();
}

export const compactChatCountsJob = job("inbox.compactChatCounts", z.object({}), { retries: 0 });

/** Compacts the change rows that triggers add to `chat_counts`. */
export async function compactChatCounts({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("compact chat counts", ({ db }) => compactChanges(db, countTable));
}

export const chatCountWorkers = [worker(compactChatCountsJob, compactChatCounts, { schedule: "*/5 * * * *" })];

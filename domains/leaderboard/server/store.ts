import { type SelectQueryBuilder, sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import type { LocationKey } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import { type TablePage, tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus } from "#domains/appointments/contract.ts";
import type { CountedRow } from "../contract.ts";

/** Counts each member's appointments created in a range, and those taking place on a day. */
export async function appointmentsByMember(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  made: TimeRange,
  day: TimeRange,
) {
  return db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select("created_by as user_id")
    .select(
      sql<number>`(count(*) filter (where created >= ${made.from} and created < ${made.to}))::int`.as(
        "all_appointments",
      ),
    )
    .select(
      sql<number>`(count(*) filter (where datetime >= ${day.from} and datetime < ${day.to}))::int`.as(
        "todays_appointments",
      ),
    )
    .groupBy("created_by")
    .execute();
}

/** Each member's answers to waiting customers, and the median wait. */
export async function answersByMember(db: Db, { dealer_id, location_id }: LocationKey, { from, to }: TimeRange) {
  return db
    .selectFrom("responses")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("answered_at", ">=", from)
    .where("answered_at", "<", to)
    .select("user_id")
    .select(sql<number>`count(*)::int`.as("messages_answered"))
    .select(
      sql<number>`round(percentile_cont(0.5) within group (order by business_seconds))::int`.as(
        "median_first_response",
      ),
    )
    .groupBy("user_id")
    .execute();
}

/** The median wait of what several members answered in a range; null without answers. */
export async function medianOfMembers(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { from, to }: TimeRange,
  member_ids: readonly number[],
): Promise<number | null> {
  const row = await db
    .selectFrom("responses")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("answered_at", ">=", from)
    .where("answered_at", "<", to)
    .where("user_id", "in", member_ids)
    .select(sql<number | null>`round(percentile_cont(0.5) within group (order by business_seconds))::int`.as("median"))
    .executeTakeFirst();
  return row?.median ?? null;
}

/** The name of the member whose id a column holds. */
export const nameOfMember = (dealer: string, member: string) => sql<string>`coalesce((
  select trim(first_name || ' ' || last_name) from users
  where users.dealer_id = ${sql.ref(dealer)} and users.id = ${sql.ref(member)}), '')`;

/** Fills columns that a kind of row does not have. */
const noNumber = sql<number | null>`null::bigint`;

/** The customer's id; null once deleted. */
export const liveCustomerId = sql<number | null>`case when customers.deleted_at is null then customers.id end`;

/** The chat's id; null once its customer is deleted, whose chat is shown nowhere. */
export const liveChatId = sql<number | null>`case when customers.deleted_at is null then chats.id end`;

/** Members' appointments at a location whose `time` is in a range. */
export function countedAppointments(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  member_ids: readonly number[],
  time: "created" | "datetime",
  { from, to }: TimeRange,
) {
  return db
    .selectFrom("appointments")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.dealer_id", "=", "appointments.dealer_id")
        .onRef("customers.id", "=", "appointments.customer_id"),
    )
    .leftJoin("chats", (join) =>
      join
        .onRef("chats.dealer_id", "=", "appointments.dealer_id")
        .onRef("chats.location_id", "=", "appointments.location_id")
        .onRef("chats.customer_id", "=", "appointments.customer_id"),
    )
    .where("appointments.dealer_id", "=", dealer_id)
    .where("appointments.location_id", "=", location_id)
    .where("appointments.created_by", "in", member_ids)
    .where(`appointments.${time}`, ">=", from)
    .where(`appointments.${time}`, "<", to)
    .select(["appointments.id", "appointments.datetime as at", "customers.customer_name"])
    .select([liveCustomerId.as("customer_id"), liveChatId.as("chat_id"), "appointments.title as what"])
    .select(nameOfMember("appointments.dealer_id", "appointments.created_by").as("who"))
    .select([sql<AppointmentStatus | null>`appointments.status`.as("status"), noNumber.as("seconds")]);
}

/** The beginning of a text, for tables; hides deleted ones. */
export const messagePreview = sql<string>`case when messages.deleted_at is null then left(messages.message, 200) else 'Deleted message' end`;

/** Members' answers to waiting customers at a location in a range. */
export function countedAnswers(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  member_ids: readonly number[],
  { from, to }: TimeRange,
) {
  return db
    .selectFrom("responses")
    .innerJoin("messages", (join) =>
      join.onRef("messages.dealer_id", "=", "responses.dealer_id").onRef("messages.id", "=", "responses.message_id"),
    )
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "responses.dealer_id").onRef("chats.id", "=", "responses.chat_id"),
    )
    .innerJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .where("responses.dealer_id", "=", dealer_id)
    .where("responses.location_id", "=", location_id)
    .where("responses.user_id", "in", member_ids)
    .where("responses.answered_at", ">=", from)
    .where("responses.answered_at", "<", to)
    .select(["responses.id", "responses.answered_at as at", "customers.customer_name"])
    .select([liveCustomerId.as("customer_id"), liveChatId.as("chat_id"), messagePreview.as("what")])
    .select(nameOfMember("responses.dealer_id", "responses.user_id").as("who"))
    .select([sql<AppointmentStatus | null>`null::smallint`.as("status")])
    .select(sql<number | null>`responses.business_seconds`.as("seconds"));
}

type StoredCountedRow = Omit<CountedRow, "at"> & { at: Date };

/** A page of the rows that a number counts, newest first. */
export async function countedPage<Row extends StoredCountedRow>(
  db: Db,
  rows: SelectQueryBuilder<never, never, Row>,
  query: TableQuery,
): Promise<TablePage<Row>> {
  return tablePage(db, rows, query, {
    sortable: ["at", "customer_name", "what", "who", "status", "seconds"],
    texts: ["customer_name", "what", "who"],
    searchable: ["customer_name", "what", "who"],
    order: [
      ["at", "desc"],
      ["id", "desc"],
    ],
  });
}

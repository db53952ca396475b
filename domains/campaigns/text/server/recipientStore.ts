import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows, type RowCount } from "#core/server/keysetPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { ConsentStateName } from "#domains/customers/consent/contract.ts";
import { consentStateSql, optinStatusSql } from "#domains/customers/server/public.ts";
import type { SkipReason } from "#domains/marketing/gate/rules.ts";
import type { RecipientState } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import type { Outcome } from "../fields.ts";

/** Which people of a campaign to read. */
export interface RecipientFilter {
  /** Empty: all. */
  readonly states: readonly string[];
  readonly reason: string;
  readonly error_code: string;
  readonly outcome: Outcome | "";
  /** Part of a name, a phone or an error. */
  readonly search: string;
}

const outcomeColumns = {
  replied: "r.replied_at",
  appointment: "a.id",
  unsubscribed: "r.unsubscribed_at",
} as const;

/** The columns that the table sorts by. `sent_at` in milliseconds; 0 for nothing sent. */
export const recipientSorts = {
  id: sql<number>`r.n`,
  first_name: sql<string>`customers.first_name`,
  last_name: sql<string>`customers.last_name`,
  sent_at: sql<number>`coalesce((extract(epoch from r.handed_at) * 1000)::bigint, 0)`,
} as const;
export type RecipientSort = keyof typeof recipientSorts;

function recipients(db: Db, { dealer_id, campaign_id }: CampaignKey, filter: RecipientFilter) {
  const { states, reason, error_code, outcome, search } = filter;
  return db
    .selectFrom("campaign_recipients as r")
    .innerJoin("customers", (join) =>
      join.on("customers.dealer_id", "=", dealer_id).onRef("customers.id", "=", "r.customer_id"),
    )
    .leftJoin("appointments as a", (join) =>
      join.on("a.dealer_id", "=", dealer_id).onRef("a.id", "=", "r.appointment_id"),
    )
    .where("r.dealer_id", "=", dealer_id)
    .where("r.campaign_id", "=", campaign_id)
    .$if(states.length > 0, (rows) => rows.where("r.state", "in", states))
    .$if(reason !== "", (rows) => rows.where("r.reason", "=", reason))
    .$if(error_code !== "", (rows) => rows.where("r.error_code", "=", error_code))
    .$if(outcome !== "", (rows) => rows.where(outcomeColumns[outcome as Outcome], "is not", null))
    .$if(search !== "", (rows) =>
      rows.where(isFoundIn(search, [sql`customers.search_text`, sql`r.address`, sql`r.error`])),
    );
}

/** The people of a range, with the text that they got or would get. */
export async function recipientRange(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  campaign_id: number,
  filter: RecipientFilter,
  { key, dir, after, skip, limit }: KeysetRange<RecipientSort>,
) {
  const sorted = recipientSorts[key];
  return recipients(db, { dealer_id, campaign_id }, filter)
    .leftJoin("campaign_bodies as b", (join) =>
      join.on("b.dealer_id", "=", dealer_id).on("b.campaign_id", "=", campaign_id).onRef("b.hash", "=", "r.body_hash"),
    )
    .leftJoin("chats", (join) =>
      join
        .on("chats.dealer_id", "=", dealer_id)
        .on("chats.location_id", "=", location_id)
        .onRef("chats.customer_id", "=", "r.customer_id"),
    )
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(${sorted}, r.n) ${sql.raw(dir === "asc" ? ">" : "<")} (${after?.value}, ${after?.id}::integer)`,
      ),
    )
    .orderBy(sorted, dir)
    .orderBy("r.n", dir)
    .offset(skip)
    .limit(limit)
    .select(["r.n as id", "r.customer_id", "r.address as phone", "r.error", "r.replied_at", "r.unsubscribed_at"])
    .select(["customers.first_name", "customers.last_name", "a.id as appointment_id"])
    .select(sql<0 | 1>`${optinStatusSql}`.as("optin_status"))
    .select(sql<ConsentStateName>`${consentStateSql}`.as("consent_state"))
    .select([
      sql<number | null>`case when customers.deleted_at is null then chats.id end`.as("chat_id"),
      sql<RecipientState>`r.state`.as("state"),
      sql<SkipReason | "">`r.reason`.as("reason"),
      sql<Date>`r.created_at`.as("created_at"),
      sql<Date | null>`r.handed_at`.as("sent_at"),
      sql<string>`coalesce(b.body, '')`.as("message"),
    ])
    .execute();
}

export type RecipientRow = Awaited<ReturnType<typeof recipientRange>>[number];

/** Counts the people of a filter, and of the campaign, up to the limit that tables count to. */
export async function countRecipients(db: Db, key: CampaignKey, filter: RecipientFilter): Promise<RowCount> {
  const none = { states: [], reason: "", error_code: "", outcome: "", search: "" } as const;
  const isFiltered = Object.values(filter).some((value) => value.length > 0);
  const filtered = await countUpTo(db, key, filter);
  const total = isFiltered ? await countUpTo(db, key, none) : filtered;
  const isMore = filtered > maxCountedRows;
  return { total: Math.min(total, maxCountedRows), filtered: Math.min(filtered, maxCountedRows), isMore };
}

async function countUpTo(db: Db, key: CampaignKey, filter: RecipientFilter): Promise<number> {
  const row = await db
    .selectFrom(
      recipients(db, key, filter)
        .select("r.n")
        .limit(maxCountedRows + 1)
        .as("counted"),
    )
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

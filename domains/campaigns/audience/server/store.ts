import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { numberArray, textArray } from "#core/server/arrayLiteral.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { consentStateSql, customSql } from "#domains/customers/server/public.ts";

/** Who a campaign is for: lists, people, or both. */
export interface AudienceChoice {
  readonly list_ids: readonly number[];
  readonly customer_ids: readonly number[];
}

const personColumns = ["id", "phone", "email", "address", "first_name", "last_name", "upload_id"] as const;

function people(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("customers")
    .where("customers.dealer_id", "=", dealer_id)
    .where("customers.location_id", "=", location_id)
    .select(personColumns)
    .select(customSql("customers").as("custom"))
    .select(sql<boolean>`customers.deleted_at is not null`.as("isRemoved"))
    .select(consentStateSql.as("consent"))
    .select(
      sql<boolean>`exists (select from chats
        where chats.dealer_id = ${dealer_id} and chats.location_id = ${location_id} and chats.customer_id = customers.id
          and chats.waiting_since is not null)`.as("isWaiting"),
    );
}

/** A customer with what decides whether a campaign reaches them. */
export type CustomerOfAudience = Awaited<ReturnType<typeof customersByIds>>[number];

/** Customers of the location by id, deleted ones included. */
export async function customersByIds(db: Db, location: LocationKey, ids: readonly number[]) {
  return people(db, location)
    .where("customers.id", "=", sql<number>`any(${numberArray(ids)}::bigint[])`)
    .execute();
}

/**
 * The next customers of an audience, by id. Lists have live ones only; somebody picked by hand and deleted since is
 * there, so that they end with a reason.
 *
 * @param after the last id that the caller has.
 */
export async function nextOfAudience(
  db: Db,
  location: LocationKey,
  { list_ids, customer_ids }: AudienceChoice,
  after: number,
  limit: number,
): Promise<CustomerOfAudience[]> {
  return people(db, location)
    .where("customers.id", ">", after)
    .where(
      sql<boolean>`(customers.id = any(${[...customer_ids]}::bigint[]) or (customers.deleted_at is null and customers.id in (
        select m.customer_id from list_members m
        where m.dealer_id = ${location.dealer_id} and m.list_id = any(${[...list_ids]}::bigint[]))))`,
    )
    .orderBy("customers.id")
    .limit(limit)
    .execute();
}

/** An earlier marketing message to a phone or a mailbox. */
export interface EarlierText {
  readonly address: string;
  readonly campaign_id: number;
  readonly handed_at: Date;
  readonly error_code: string;
  /** The carrier never took it. */
  readonly isRefused: boolean;
}

/**
 * What phones, or mailboxes, got since then, and what nobody answered for: they may have got it.
 *
 * @param own the campaign that asks; its own messages on their way are left out, because they go to others.
 */
export async function earlierTexts(
  db: Db,
  dealer_id: number,
  phones: readonly string[],
  since: Date,
  own: number | undefined,
): Promise<EarlierText[]> {
  const text = sql`address, campaign_id::float8 as campaign_id, error_code,
    state = 'failed' and provider_sid is null as "isRefused"`;
  // Address by address: Postgres would rather read everything that was handed over since then. What is open is named in
  // the statement itself, as in the index's condition: a plan for any value can't use the index.
  const known = sql<EarlierText>`
    select handed.* from unnest(${textArray(phones)}::text[]) as asked (address) cross join lateral (
      select ${text}, handed_at from campaign_recipients
      where dealer_id = ${dealer_id} and address = asked.address and handed_at > ${since}
      order by handed_at desc offset 0) as handed
    union all select ${text}, coalesce(attempted_at, lease_until, now()) from campaign_recipients
    where dealer_id = ${dealer_id} and state = 'intended' and handed_at is null
      and address in (select unnest(${textArray(phones)}::text[]))`;
  const [{ rows }, coming] = await Promise.all([
    inIndexOrder(db, () => known.execute(db)),
    onTheirWay(db, dealer_id, own),
  ]);
  const asked = new Set(phones);
  return [...rows, ...coming.filter(({ address }) => asked.has(address))];
}

/** Messages that other campaigns are handing over: a few hundred, each read by its key. */
async function onTheirWay(db: Db, dealer_id: number, own: number | undefined): Promise<EarlierText[]> {
  const { rows } = await sql<EarlierText>`
    select r.address, r.campaign_id::float8 as campaign_id, '' as error_code, false as "isRefused",
      coalesce(b.attempted_at, b.lease_until) as handed_at
    from campaign_intents i
    join campaign_batches b on b.dealer_id = i.dealer_id and b.id = i.batch_id
    cross join lateral (
      select campaign_id, address, attempt from campaign_recipients
      where dealer_id = i.dealer_id and campaign_id = i.campaign_id and n = i.n limit 1) as r
    where i.dealer_id = ${dealer_id} and i.campaign_id <> ${own ?? 0} and r.attempt = i.attempt - 1`.execute(db);
  return rows;
}

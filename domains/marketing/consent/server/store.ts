import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { MailSuppressionReason } from "../rules.ts";

/** A mailbox in a business's ledger. */
export interface MailAddressKey {
  readonly dealer_id: number;
  readonly address_id: number;
}

/** The ids of these addresses, in small letters; each gets one. An erased person who is back is known by the address again. */
export async function addressIds(
  db: Db,
  dealer_id: number,
  addresses: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const distinct = [...new Set(addresses)].sort();
  await sql`
    with back as materialized (
      select address, phone_hash(${dealer_id}, address) as hash from unnest(${distinct}::text[]) as input (address)
      where exists (select from mail_addresses where dealer_id = ${dealer_id} and erased_at is not null))
    update mail_addresses as known set address = back.address, erased_at = null from back
    where known.dealer_id = ${dealer_id} and known.address = back.hash`.execute(db);
  const { rows } = await sql<{ address: string; id: number }>`
    with added as (
      insert into mail_addresses (dealer_id, address, created_at)
      select ${dealer_id}, address, ${now} from unnest(${distinct}::text[]) as input (address)
      on conflict (dealer_id, address) do nothing
      returning address, id)
    select address, id from added
    union all
    select address, id from mail_addresses where dealer_id = ${dealer_id} and address = any(${distinct}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ address, id }) => [address, id]));
}

/** The id of an address in small letters; undefined for one that never got marketing email, or whose person was erased. */
export async function addressOf(db: Db, dealer_id: number, address: string): Promise<number | undefined> {
  const known = db.selectFrom("mail_addresses").where("dealer_id", "=", dealer_id).where("address", "=", address);
  return (await known.select("id").executeTakeFirst())?.id;
}

/** Locks an address until the transaction ends, so that what is decided about it is decided once. */
export async function lockAddress(db: Db, { dealer_id, address_id }: MailAddressKey) {
  return addressQuery(db, dealer_id, address_id).forUpdate().executeTakeFirst();
}

function addressQuery(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("mail_addresses")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["id", "address", "erased_at"]);
}

/** What the page about an address shows; undefined for an unknown one. */
export async function subscriptionOf(db: Db, { dealer_id, address_id }: MailAddressKey) {
  const row = await db
    .selectFrom("mail_addresses as a")
    .innerJoin("dealers as d", "d.id", "a.dealer_id")
    .leftJoin("mail_suppressions as s", (join) =>
      join.onRef("s.dealer_id", "=", "a.dealer_id").onRef("s.address_id", "=", "a.id"),
    )
    .where("a.dealer_id", "=", dealer_id)
    .where("a.id", "=", address_id)
    .select(["a.address", "a.erased_at", "d.business_name"])
    .select(sql<MailSuppressionReason | null>`s.reason`.as("reason"))
    .executeTakeFirst();
  return row && { ...row, address: row.erased_at === null ? row.address : "" };
}

export async function suppressionOf(db: Db, { dealer_id, address_id }: MailAddressKey) {
  return db
    .selectFrom("mail_suppressions")
    .where("dealer_id", "=", dealer_id)
    .where("address_id", "=", address_id)
    .select([sql<MailSuppressionReason>`reason`.as("reason"), "since"])
    .executeTakeFirst();
}

export interface NewMailConsentEvent extends MailAddressKey {
  readonly event: MailSuppressionReason | "resubscribed";
  readonly source: "one_click" | "page" | "mail" | "report" | "staff" | "import";
  /** What was said or shown, verbatim. */
  readonly words: string;
  readonly campaign_id?: number | null;
  /** Of the business's own people. */
  readonly user_id?: number;
}

export async function insertConsentEvent(db: Db, event: NewMailConsentEvent, at: Date): Promise<number> {
  const row = { ...event, at };
  return (await db.insertInto("mail_consent_events").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** A complaint outweighs what was known before; everything else keeps its first reason and date. */
export async function suppressAddress(
  db: Db,
  { dealer_id, address_id }: MailAddressKey,
  reason: MailSuppressionReason,
  event_id: number,
  since: Date,
): Promise<void> {
  await db
    .insertInto("mail_suppressions")
    .values({ dealer_id, address_id, reason, event_id, since })
    .onConflict((conflict) => conflict.columns(["dealer_id", "address_id"]).doUpdateSet({ reason, event_id }))
    .execute();
}

export async function liftMailSuppression(db: Db, { dealer_id, address_id }: MailAddressKey): Promise<void> {
  await db
    .deleteFrom("mail_suppressions")
    .where("dealer_id", "=", dealer_id)
    .where("address_id", "=", address_id)
    .execute();
}

/** Why which of these addresses, in small letters, get no marketing email; one that may isn't there. */
export async function suppressedAddresses(
  db: Db,
  dealer_id: number,
  addresses: readonly string[],
): Promise<Map<string, MailSuppressionReason>> {
  const { rows } = await sql<{ address: string; reason: MailSuppressionReason }>`
    with input as materialized (select distinct unnest(${[...addresses]}::text[]) as address),
    known as (
      select address, address as key from input
      union all
      -- The hash is dear, and only of use where somebody was erased.
      select address, phone_hash(${dealer_id}, address) from input
      where exists (select from mail_addresses where dealer_id = ${dealer_id} and erased_at is not null))
    select known.address, s.reason from known
    join mail_addresses a on a.dealer_id = ${dealer_id} and a.address = known.key
    join mail_suppressions s on s.dealer_id = a.dealer_id and s.address_id = a.id`.execute(db);
  return new Map(rows.map(({ address, reason }) => [address, reason]));
}

/** Records that the owners of these mailboxes unsubscribed, as a file says. It outweighs a bounce, which can be taken back. */
export async function insertImportedUnsubscribes(
  db: Db,
  { dealer_id, user_id, at }: { dealer_id: number; user_id: number; at: Date },
  rows: readonly { address_id: number; words: string }[],
): Promise<void> {
  await sql`
    with recorded as (
      insert into mail_consent_events (dealer_id, address_id, event, source, words, user_id, at)
      select distinct on (address_id) ${dealer_id}::bigint, address_id, 'unsubscribed', 'import', words, ${user_id}::bigint, ${at}::timestamptz
      from unnest(${rows.map(({ address_id }) => address_id)}::bigint[], ${rows.map(({ words }) => words)}::text[])
        as input (address_id, words)
      where not exists (select from mail_suppressions as known
        where known.dealer_id = ${dealer_id} and known.address_id = input.address_id and known.reason <> 'bounced')
      order by address_id
      returning id, address_id)
    insert into mail_suppressions (dealer_id, address_id, reason, event_id, since)
    select ${dealer_id}::bigint, address_id, 'unsubscribed', id, ${at}::timestamptz from recorded
    on conflict (dealer_id, address_id) do update set reason = excluded.reason, event_id = excluded.event_id`.execute(
    db,
  );
}

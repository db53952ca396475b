import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import { textArray } from "#core/server/arrayLiteral.ts";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ConsentKind, ConsentScope, ConsentSource, ConsentStateName } from "../contract.ts";

/** A new ledger entry. */
export interface NewConsentEvent {
  readonly dealer_id: number;
  readonly phone: string;
  readonly event: ConsentKind;
  /** Default: marketing. */
  readonly scope?: ConsentScope;
  readonly source: ConsentSource;
  /** What was said or shown, verbatim. */
  readonly words: string;
  readonly user_id?: number | null;
  /** How staff know that the customer agrees. */
  readonly evidence?: string;
  readonly upload_id?: number | null;
  readonly file_line?: number | null;
  /** The `asked` event that staff decided, or the opt-out that they took back. */
  readonly decides?: number | null;
}

/** Serializes read-then-append on a phone's ledger until the transaction ends. */
export async function lockPhone(db: Db, dealer_id: number, phone: string): Promise<void> {
  await lockByName(db, `consent ${dealer_id} ${phone}`);
}

/**
 * Keeps the phones' ledgers from changing until the session of `within.session` ends, without keeping others who do the
 * same waiting: a STOP is recorded either before, and seen, or after.
 */
export async function shareLockPhones(db: Db, dealer_id: number, phones: readonly string[]): Promise<void> {
  // In one order, so that no two wait for each other.
  const sorted = [...new Set(phones)].sort();
  await sql`select pg_advisory_lock_shared(hashtextextended('consent ' || ${dealer_id}::text || ' ' || phone, 0))
    from unnest(${textArray(sorted)}::text[]) with ordinality as p (phone, place) order by place`.execute(db);
}

/** The given phones that must not be texted. */
export async function suppressedPhones(db: Db, dealer_id: number, phones: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    -- Each hashed once: joined with a short list of opt-outs, it was hashed for every pair of them.
    select asked.phone
    from (select phone, phone_hash(${dealer_id}, phone) as hash from unnest(${textArray(phones)}::text[]) as p (phone)
      offset 0) as asked
    where exists (select from suppressions s where s.dealer_id = ${dealer_id} and s.channel = 'sms'
      and s.phone = any(array[asked.phone, asked.hash]))`.execute(db);
  return rows.map(({ phone }) => phone);
}

/** Inserts one attestation per phone of a campaign's people. */
export async function insertCampaignAttestations(
  db: Db,
  attestation: { dealer_id: number; campaign_id: number; user_id: number; words: string; at: Date },
  phones: readonly string[],
): Promise<void> {
  const { dealer_id, campaign_id, user_id, words, at } = attestation;
  await sql`insert into consent_events (dealer_id, campaign_id, user_id, words, at, phone, event, source)
    select ${dealer_id}, ${campaign_id}, ${user_id}, ${words}, ${at}, phone, 'attested', 'campaign'
    from unnest(${[...phones]}::text[]) with ordinality as given (phone, place) order by place`.execute(db);
}

export async function insertEvent(db: Db, consent: NewConsentEvent, at: Date): Promise<number> {
  const row = { ...consent, at };
  return (await db.insertInto("consent_events").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

export async function suppress(db: Db, dealer_id: number, phone: string, event_id: number, since: Date) {
  const row = { dealer_id, phone, event_id, since };
  // An existing suppression keeps its first date.
  const insert = db.insertInto("suppressions").values(row);
  await insert.onConflict((conflict) => conflict.columns(["dealer_id", "channel", "phone"]).doNothing()).execute();
}

/** The phone itself, or the hash that its owner's erasure left. */
const isPhone = (dealer_id: number, phone: string) =>
  sql<boolean>`phone = any(array[${phone}::text, phone_hash(${dealer_id}, ${phone})])`;

export async function liftSuppression(db: Db, dealer_id: number, phone: string): Promise<void> {
  await db
    .deleteFrom("suppressions")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where(isPhone(dealer_id, phone))
    .execute();
}

export async function findSuppression(db: Db, dealer_id: number, phone: string) {
  return db
    .selectFrom("suppressions")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where(isPhone(dealer_id, phone))
    .select("since")
    .executeTakeFirst();
}

/** Opens a question for staff; a newer one replaces an older one. */
export async function openQuestion(db: Db, dealer_id: number, phone: string, event_id: number): Promise<void> {
  await db
    .insertInto("consent_questions")
    .values({ dealer_id, phone, event_id })
    .onConflict((conflict) => conflict.columns(["dealer_id", "channel", "phone"]).doUpdateSet({ event_id }))
    .execute();
}

/** @param upTo event id; a newer question stays open. */
export async function closeQuestion(db: Db, dealer_id: number, phone: string, upTo?: number): Promise<void> {
  let question = db
    .deleteFrom("consent_questions")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where("phone", "=", phone);
  if (upTo !== undefined) question = question.where("event_id", "<=", upTo);
  await question.execute();
}

const hashesOf = (dealer_id: number, phones: readonly string[]) => sql<string[]>`array(
  select phone_hash(${dealer_id}, phone) from unnest(${[...phones]}::text[]) with ordinality as p (phone, place) order by place)`;

/** The ledger entries of the phones, newest first, with the member and the file behind each. */
export async function eventsOf(db: Db, dealer_id: number, phones: readonly string[]) {
  return (
    db
      .selectFrom("consent_events as e")
      .leftJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "e.dealer_id").onRef("u.id", "=", "e.user_id"))
      .where("e.dealer_id", "=", dealer_id)
      .where("e.channel", "=", "sms")
      .where(sql<boolean>`e.phone = any(${[...phones]}::text[] || ${hashesOf(dealer_id, phones)})`)
      .orderBy("e.id", "desc")
      .select(["e.id", "e.words", "e.evidence", "e.at", "e.upload_id", "e.file_line", "e.decides"])
      // What is left of before an erasure is about the same phone.
      .select(
        sql<string>`coalesce((${[...phones]}::text[])[array_position(${hashesOf(dealer_id, phones)}, e.phone)], e.phone)`.as(
          "phone",
        ),
      )
      .select(sql<ConsentKind>`e.event`.as("event"))
      .select(sql<ConsentSource>`e.source`.as("source"))
      .select(sql<ConsentScope>`e.scope`.as("scope"))
      .select(sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as("by"))
      .select(sql<string>`coalesce(upload_file(e.upload_id), '')`.as("file_name"))
      .execute()
  );
}

/** What a phone's entries changed, newest first, and who entered them: what a chat's log shows of them. */
export const changesOf = builtOnce((db, dealer_id: number, phone: string) =>
  db
    .selectFrom("consent_events as e")
    .leftJoin("users as u", (join) => join.onRef("u.dealer_id", "=", "e.dealer_id").onRef("u.id", "=", "e.user_id"))
    .where("e.dealer_id", "=", dealer_id)
    .where("e.channel", "=", "sms")
    .where(sql<boolean>`e.phone = any(array[${phone}::text, phone_hash(${dealer_id}, ${phone}::text)])`)
    .orderBy("e.id", "desc")
    .select(["e.id", "e.at"])
    .select(sql<ConsentKind>`e.event`.as("event"))
    .select(sql<ConsentScope>`e.scope`.as("scope"))
    .select(sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as("by"))
    .modifyFront(preparedStatement),
);

export type LedgerRow = Awaited<ReturnType<typeof eventsOf>>[number];

/** Every live customer of the business with this phone: one per location. */
export async function customersOfPhone(db: Db, phone: string) {
  const { rows } = await sql<{ location_id: number; customer_id: number }>`
    select location_id, customer_id from customers_of_phone(${phone})`.execute(db);
  return rows;
}

/** A live customer of the location with all their phones, their own first; undefined for any other. */
export async function customerOf(db: Db, location: LocationKey, id: number) {
  const row = await db
    .selectFrom("customers")
    .where("dealer_id", "=", location.dealer_id)
    .where("location_id", "=", location.location_id)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(["id", "phone", "other_phones", "first_name", "last_name"])
    .executeTakeFirst();
  return row && { ...row, phones: [row.phone, ...row.other_phones.split(" ").filter(Boolean)] };
}

/** The event id of a phone's open question for staff. */
export async function openQuestionOf(db: Db, dealer_id: number, phone: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("consent_questions")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where("phone", "=", phone)
    .select("event_id")
    .executeTakeFirst();
  return row?.event_id;
}

/** An `asked` event of one of these phones, decided or not. */
export async function askedEvent(db: Db, dealer_id: number, phones: readonly string[], id: number) {
  return db
    .selectFrom("consent_events")
    .where("dealer_id", "=", dealer_id)
    .where("phone", "in", phones)
    .where("id", "=", id)
    .where("event", "=", "asked")
    .select(["id", "phone", "words"])
    .executeTakeFirst();
}

/** The customer's open request to stop in their own words; for any query over `customers`. */
export const askedToStopSql = sql<{ event_id: number; words: string; at: string } | null>`(
  select jsonb_build_object('event_id', e.id, 'words', e.words, 'at', e.at)
  from consent_questions q join consent_events e on e.dealer_id = q.dealer_id and e.id = q.event_id
  where q.dealer_id = customers.dealer_id and q.channel = 'sms'
    and q.phone = any(string_to_array(customers.phone || ' ' || customers.other_phones, ' '))
  order by q.event_id desc limit 1)`;

/** Whether `e` was attested and withdrawn since, with the rest of its import. */
const isWithdrawnSql = sql<boolean>`(e.event = 'attested' and exists (
        select from consent_events w where w.dealer_id = e.dealer_id and w.channel = 'sms' and w.phone = e.phone
          and w.event = 'withdrawn' and w.id > e.id and w.upload_id is not distinct from e.upload_id))`;

/** Whether `e` is an opt-out that staff took back. */
export const isRestoredSql = sql<boolean>`(e.event = 'revoked' and exists (
        select from consent_events t where t.dealer_id = e.dealer_id and t.decides = e.id and t.event = 'restored'))`;

/**
 * The customer's consent state as `strictest` derives it, in the same statement; for any query over `customers`. An opt-out
 * or a question of one phone counts for all of them, and an opt-in for the phone that gave it.
 */
export const consentStateSql = sql<ConsentStateName>`case
  when exists (
    select from suppressions s where s.dealer_id = customers.dealer_id and s.channel = 'sms'
      and s.phone = any(string_to_array(customers.phone || ' ' || customers.other_phones, ' '))) then 'revoked'
  when exists (
    select from consent_questions q where q.dealer_id = customers.dealer_id and q.channel = 'sms'
      and q.phone = any(string_to_array(customers.phone || ' ' || customers.other_phones, ' '))) then 'asked'
  else coalesce((
    select e.event from consent_events e
    where e.dealer_id = customers.dealer_id and e.channel = 'sms' and e.phone = customers.phone
      and e.event in ('granted', 'attested') and e.scope = 'marketing'
      and not ${isWithdrawnSql}
    order by e.id desc limit 1), 'unknown')
end`;

/** The words and the source of a phone's open request for offers; undefined once it was granted or the phone opted out. */
export async function openRequest(
  db: Db,
  dealer_id: number,
  phone: string,
  since: Date,
): Promise<{ readonly words: string; readonly source: ConsentSource } | undefined> {
  const newest = await db
    .selectFrom("consent_events")
    .where("dealer_id", "=", dealer_id)
    .where("channel", "=", "sms")
    .where("phone", "=", phone)
    .where("event", "in", ["requested", "granted", "revoked"])
    .where("scope", "=", "marketing")
    .where("at", ">=", since)
    .orderBy("id", "desc")
    .select(["event", "words"])
    .select(sql<ConsentSource>`source`.as("source"))
    .limit(1)
    .executeTakeFirst();
  return newest?.event === "requested" ? { words: newest.words, source: newest.source } : undefined;
}

/** The given phones that may get marketing. */
export async function marketablePhones(db: Db, dealer_id: number, phones: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select p.phone from (select distinct unnest(${[...phones]}::text[]) as phone) p
    where not exists (select from suppressions s where s.dealer_id = ${dealer_id} and s.channel = 'sms'
        and s.phone = any(array[p.phone, phone_hash(${dealer_id}, p.phone)]))
      and not exists (
        select from consent_questions q where q.dealer_id = ${dealer_id} and q.channel = 'sms' and q.phone = p.phone)
      and (
        select e.event in ('granted', 'attested') from consent_events e
        where e.dealer_id = ${dealer_id} and e.channel = 'sms' and e.phone = p.phone
          and e.event in ('granted', 'attested', 'revoked') and e.scope = 'marketing'
          and not ${isWithdrawnSql} and not ${isRestoredSql}
        order by e.id desc limit 1)`.execute(db);
  return rows.map(({ phone }) => phone);
}

/** Inserts one attestation per phone of a file, in one statement. */
export async function insertAttestations(
  db: Db,
  attestation: { dealer_id: number; upload_id: number; user_id: number; words: string; at: Date },
  rows: readonly { phone: string; line: number }[],
): Promise<void> {
  const { dealer_id, upload_id, user_id, words, at } = attestation;
  await sql`
    insert into consent_events (dealer_id, phone, event, source, words, user_id, upload_id, file_line, at)
    select ${dealer_id}, phone, 'attested', 'import', ${words}, ${user_id}, ${upload_id}, line, ${at}
    from unnest(${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ line }) => line)}::integer[]) as input (phone, line)
  `.execute(db);
}

/** Withdraws all attestations of an import. */
export async function insertWithdrawals(
  db: Db,
  attestation: { dealer_id: number; upload_id: number; user_id: number; words: string; at: Date },
): Promise<void> {
  const { dealer_id, upload_id, user_id, words, at } = attestation;
  await sql`
    insert into consent_events (dealer_id, phone, event, source, words, user_id, upload_id, at)
    select distinct ${dealer_id}::bigint, phone, 'withdrawn', 'import', ${words}, ${user_id}::bigint, ${upload_id}::bigint, ${at}::timestamptz
    from consent_events where dealer_id = ${dealer_id} and upload_id = ${upload_id} and event = 'attested'
  `.execute(db);
}

/** Records that the owners of these phones opted out, as a file says, and suppresses them; a phone counts once. */
export async function insertImportedOptOuts(
  db: Db,
  { dealer_id, upload_id, user_id, at }: { dealer_id: number; upload_id: number; user_id: number; at: Date },
  rows: readonly { phone: string; line: number; words: string }[],
): Promise<void> {
  await sql`
    with recorded as (
      insert into consent_events (dealer_id, phone, event, source, words, user_id, upload_id, file_line, at)
      select distinct on (phone) ${dealer_id}::bigint, phone, 'revoked', 'import', words, ${user_id}::bigint, ${upload_id}::bigint, line,
        ${at}::timestamptz
      from unnest(${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ line }) => line)}::integer[],
        ${rows.map(({ words }) => words)}::text[]) as input (phone, line, words)
      order by phone, line
      returning id, phone),
    closed as (
      delete from consent_questions where dealer_id = ${dealer_id} and channel = 'sms'
        and phone in (select phone from recorded))
    insert into suppressions (dealer_id, phone, event_id, since)
    select ${dealer_id}::bigint, phone, id, ${at}::timestamptz from recorded
    on conflict (dealer_id, channel, phone) do nothing`.execute(db);
}

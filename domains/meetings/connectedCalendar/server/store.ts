import { sql } from "kysely";
import type { PersonKey, SessionKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CalendarState } from "../fields.ts";

const accountOf = (db: Db, { dealer_id, user_id }: PersonKey) =>
  db.selectFrom("calendar_accounts").where("dealer_id", "=", dealer_id).where("user_id", "=", user_id);

/** A member's connected calendar with its access, still sealed; undefined without one. */
export async function findAccount(db: Db, person: PersonKey) {
  return accountOf(db, person).selectAll().select(sql<CalendarState>`state`.as("state")).executeTakeFirst();
}

/** Locks it until the transaction ends, so that one member's events are taken up one by one. */
export async function lockAccount(db: Db, person: PersonKey) {
  return accountOf(db, person).selectAll().select(sql<CalendarState>`state`.as("state")).forUpdate().executeTakeFirst();
}
export type CalendarAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

interface NewCalendarAccount {
  readonly provider: string;
  readonly account: string;
  readonly access_sealed: string;
  readonly granted_at: Date;
}

/** Keeps a member's access in the place of the one before; what was read of another calendar is forgotten. */
export async function saveAccount(db: Db, person: PersonKey, account: NewCalendarAccount): Promise<void> {
  const before = await lockAccount(db, person);
  const isSame = before?.provider === account.provider && before.account === account.account;
  // A second consent to the same account is the same access: ending the old one would end both.
  if (before && !isSame) await endAccount(db, person, account.granted_at);
  const fresh = { state: "ok", problem: "", failures: 0, wait_until: null, read_due_at: account.granted_at };
  await db
    .insertInto("calendar_accounts")
    .values({ ...person, ...account, ...fresh })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id"]).doUpdateSet({ ...account, ...fresh }))
    .execute();
}

/** Forgets a member's calendar, and keeps that its access is to end. @returns undefined without one. */
export async function endAccount(db: Db, person: PersonKey, now: Date) {
  const { dealer_id, user_id } = person;
  const ended = await db
    .deleteFrom("calendar_accounts")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .returning(["provider", "account", "access_sealed"])
    .executeTakeFirst();
  if (!ended) return undefined;
  const row = { dealer_id, ...ended, asked_at: now, next_at: now };
  await db.insertInto("calendar_revocations").values(row).execute();
  return ended;
}

/** What changes of a connected calendar. */
export interface AccountChange {
  readonly state?: CalendarState;
  readonly problem?: string;
  readonly failures?: number;
  readonly wait_until?: Date | null;
  readonly read_at?: Date;
  readonly read_due_at?: Date;
}

export async function updateAccount(db: Db, { dealer_id, user_id }: PersonKey, change: AccountChange): Promise<void> {
  await db
    .updateTable("calendar_accounts")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .execute();
}

/** Replaces what was read of a calendar's busy times. */
export async function replaceTimes(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  spans: readonly { readonly start: Date; readonly end: Date }[],
): Promise<void> {
  const known = db.deleteFrom("calendar_times").where("dealer_id", "=", dealer_id);
  await known.where("user_id", "=", user_id).execute();
  const rows = spans.map(({ start, end }) => ({ dealer_id, user_id, starts_at: start, ends_at: end }));
  if (rows.length > 0) await db.insertInto("calendar_times").values(rows).execute();
}

/** Stores that the person left for the provider, replacing an earlier attempt. */
export async function saveConsent(
  db: Db,
  { dealer_id, user_id, session_id }: SessionKey,
  { token_hash, expires_at }: { readonly token_hash: Buffer; readonly expires_at: Date },
): Promise<void> {
  const fresh = { session_id, token_hash, expires_at };
  await db
    .insertInto("calendar_consents")
    .values({ dealer_id, user_id, ...fresh })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id"]).doUpdateSet(fresh))
    .execute();
}

/** Uses up what someone came back with. @returns false unless this session went, a short while ago. */
export async function takeConsent(
  db: Db,
  { dealer_id, user_id, session_id }: SessionKey,
  token_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("calendar_consents")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("session_id", "=", session_id)
    .where("token_hash", "=", token_hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A location where the member works, for what they are told; of several, the first. */
export async function locationOfMember(db: Db, { dealer_id, user_id }: PersonKey): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from locations place where place.dealer_id = ${dealer_id}
    order by exists (select from location_members member where member.dealer_id = place.dealer_id
      and member.location_id = place.id and member.user_id = ${user_id}) desc, place.id limit 1`.execute(db);
  return rows[0]?.id;
}

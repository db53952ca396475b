import { sql } from "kysely";
import type { PersonKey } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { codeSeconds, maxTries } from "#domains/accounts/rules.ts";
import { linkSeconds, requestRateLimit, ticketSeconds } from "../rules.ts";

const secondsBefore = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000);
const secondsAfter = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/**
 * The times of an address's recent requests by strangers, or by its known browsers. An advisory lock serializes those for
 * the same address.
 */
export async function recentRequests(db: Db, email: string, isKnownBrowser: boolean, now: Date): Promise<Date[]> {
  const lock = `reset ${email}${isKnownBrowser ? " known" : ""}`;
  await lockByName(db, lock);
  const since = secondsBefore(now, requestRateLimit.seconds);
  const rows = await db
    .selectFrom("reset_tickets")
    .where("email", "=", email)
    .where("from_known_browser", "=", isKnownBrowser)
    .where("is_link", "=", false)
    .where("created_at", ">", since)
    .select("created_at")
    .execute();
  return rows.map(({ created_at }) => created_at);
}

interface NewTicket {
  readonly email: string;
  readonly ticket_hash: Buffer;
  readonly from_known_browser: boolean;
}

export async function insertTicket(db: Db, ticket: NewTicket, now: Date): Promise<number> {
  const row = { ...ticket, created_at: now, expires_at: secondsAfter(now, ticketSeconds) };
  return (await db.insertInto("reset_tickets").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Adds the ticket of the mailed link. It needs no code: opening it proves access to the mailbox. */
export async function insertLinkTicket(db: Db, person: PersonKey, ticket: NewTicket, now: Date): Promise<void> {
  const { dealer_id, user_id } = person;
  const times = { created_at: now, verified_at: now, expires_at: secondsAfter(now, linkSeconds) };
  const row = { ...ticket, dealer_id, user_id, is_link: true, ...times };
  await db.insertInto("reset_tickets").values(row).execute();
}

/** The active person with this login email, with their number for codes. */
export async function personByEmail(db: Db, email: string) {
  return db
    .selectFrom("logins")
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "logins.dealer_id").onRef("users.id", "=", "logins.user_id"),
    )
    .where("logins.email", "=", email)
    .where("users.is_active", "=", true)
    .select(["users.dealer_id", "users.id as user_id", "users.two_factor_number", "users.first_name"])
    .executeTakeFirst();
}

/** Links a ticket to its person. */
export async function attachTicket(db: Db, id: number, { dealer_id, user_id }: PersonKey): Promise<void> {
  await db.updateTable("reset_tickets").set({ dealer_id, user_id }).where("id", "=", id).execute();
}

/** A ticket that is neither used nor expired. */
export async function liveTicket(db: Db, ticket_hash: Buffer, now: Date) {
  return db
    .selectFrom("reset_tickets")
    .where("ticket_hash", "=", ticket_hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .select(["id", "email", "dealer_id", "user_id", "verified_at", "from_known_browser"])
    .executeTakeFirst();
}

/** The same work as comparing a code, for the ticket of an unknown address. */
export async function countTry(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable("reset_tickets")
    .set({ tries: sql`tries + 1` })
    .where("id", "=", id)
    .where("tries", "<", maxTries)
    .where("created_at", ">", secondsBefore(now, codeSeconds))
    .execute();
}

/** Marks a ticket as verified and restarts its lifetime. */
export async function verifyTicket(db: Db, id: number, now: Date): Promise<void> {
  const verified = { verified_at: now, expires_at: secondsAfter(now, ticketSeconds) };
  await db.updateTable("reset_tickets").set(verified).where("id", "=", id).execute();
}

/** Uses up a verified ticket and all other tickets of the person; undefined when it is not valid. */
export async function useTicket(db: Db, id: number, now: Date): Promise<PersonKey | undefined> {
  const ticket = await db
    .updateTable("reset_tickets")
    .set({ used_at: now })
    .where("id", "=", id)
    .where("verified_at", "is not", null)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["dealer_id", "user_id"])
    .executeTakeFirst();
  if (!ticket?.user_id || ticket.dealer_id === null) return undefined;
  const { dealer_id, user_id } = ticket;
  const others = db.updateTable("reset_tickets").set({ used_at: now }).where("used_at", "is", null);
  await others.where("dealer_id", "=", dealer_id).where("user_id", "=", user_id).execute();
  return { dealer_id, user_id };
}

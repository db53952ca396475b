import { sql } from "kysely";
import type { LocationKey, SessionKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { FormPage } from "#ports/leadForms/leadForms.ts";
import type { LeadPage } from "../contract.ts";

type PageState = LeadPage["state"];

export interface PageKey {
  readonly dealer_id: number;
  readonly id: number;
}

/** A page with its access, still sealed. */
export interface StoredPage extends PageKey {
  readonly location_id: number;
  readonly provider: string;
  readonly page_ref: string;
  readonly title: string;
  readonly access_sealed: string;
  readonly state: PageState;
  readonly offered_until: Date | null;
  readonly failures: number;
  readonly read_to: Date | null;
}

const columns = [
  "dealer_id",
  "id",
  "location_id",
  "provider",
  "page_ref",
  "title",
  "access_sealed",
  "offered_until",
  "failures",
  "read_to",
] as const;
const state = sql<PageState>`state`.as("state");

/** A location's pages: the connected ones, then those that can be connected. */
export const pagesOf = (db: Db, { dealer_id, location_id }: LocationKey, now: Date) =>
  db
    .selectFrom("lead_pages")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where((is) => is.or([is("offered_until", "is", null), is("offered_until", ">", now)]))
    .select(["id", "title", "problem", "connected_at"])
    .select(state)
    .orderBy(sql`offered_until is not null`)
    .orderBy("title")
    .orderBy("id")
    .execute();

export const findPage = (db: Db, { dealer_id, id }: PageKey): Promise<StoredPage | undefined> =>
  db
    .selectFrom("lead_pages")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(columns)
    .select(state)
    .executeTakeFirst();

/** A page as `findPage`, locked until the end of the transaction. */
export const lockPage = (db: Db, { dealer_id, id }: PageKey): Promise<StoredPage | undefined> =>
  db
    .selectFrom("lead_pages")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(columns)
    .select(state)
    .forUpdate()
    .executeTakeFirst();

/** The connected pages that a notice names, one a business; a statement across businesses, because providers have none. */
export async function connectedPages(db: Db, provider: string, page_ref: string): Promise<PageKey[]> {
  const known = db.selectFrom("lead_pages").where("provider", "=", provider).where("page_ref", "=", page_ref);
  return known.where("state", "<>", "offered").select(["dealer_id", "id"]).execute();
}

/**
 * Keeps what a page's owner allowed, each page until it is connected or `until` has passed. Pages of this location that are
 * connected already get the new access.
 */
export async function offerPages(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  pages: readonly (FormPage & { readonly access_sealed: string })[],
  { provider, until, now }: { readonly provider: string; readonly until: Date; readonly now: Date },
): Promise<{ readonly id: number; readonly state: PageState }[]> {
  const kept: { id: number; state: PageState }[] = [];
  for (const { ref, title, access_sealed } of pages) {
    const row = { provider, page_ref: ref, title: title.slice(0, 200), access_sealed };
    const { rows } = await sql<{ id: number; state: PageState }>`
      insert into lead_pages as was (dealer_id, location_id, provider, page_ref, title, access_sealed, state, offered_until)
      values (${dealer_id}, ${location_id}, ${row.provider}, ${row.page_ref}, ${row.title}, ${row.access_sealed},
        'offered', ${until})
      on conflict (dealer_id, location_id, provider, page_ref) do update set
        title = excluded.title, access_sealed = excluded.access_sealed, problem = '', failures = 0,
        state = case when was.state = 'offered' then 'offered' else 'ok' end,
        offered_until = case when was.state = 'offered' then excluded.offered_until end,
        due_at = case when was.state = 'offered' then null else ${now}::timestamptz end
      returning id::float8 as id, state`.execute(db);
    kept.push(...rows);
  }
  return kept;
}

/** What changes of a page. */
interface PageChange {
  readonly state?: PageState;
  readonly offered_until?: Date | null;
  readonly problem?: string;
  readonly failures?: number;
  readonly connected_at?: Date;
  readonly read_to?: Date;
  readonly due_at?: Date | null;
}

export async function changePage(db: Db, { dealer_id, id }: PageKey, change: PageChange): Promise<void> {
  await db.updateTable("lead_pages").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

export async function deletePage(db: Db, { dealer_id, id }: PageKey): Promise<void> {
  await db.deleteFrom("lead_pages").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** Pages of all businesses that are to be looked at. */
export const duePages = (db: Db, now: Date): Promise<PageKey[]> =>
  db
    .selectFrom("lead_pages")
    .where("due_at", "<=", now)
    .select(["dealer_id", "id"])
    .orderBy("due_at")
    .limit(200)
    .execute();

export async function forgetOffers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("lead_pages").where("offered_until", "<=", now).execute();
  await db.deleteFrom("lead_page_consents").where("expires_at", "<=", now).execute();
}

type SessionAt = SessionKey & LocationKey;

/** Stores that the person left for the provider, replacing an earlier attempt at this location. */
export async function savePageConsent(
  db: Db,
  { dealer_id, user_id, session_id, location_id }: SessionAt,
  { token_hash, expires_at }: { readonly token_hash: Buffer; readonly expires_at: Date },
): Promise<void> {
  const fresh = { session_id, token_hash, expires_at };
  await db
    .insertInto("lead_page_consents")
    .values({ dealer_id, location_id, user_id, ...fresh })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id", "user_id"]).doUpdateSet(fresh))
    .execute();
}

/** Uses up what someone came back with. @returns false unless this session went from this location, a short while ago. */
export async function takePageConsent(
  db: Db,
  { dealer_id, user_id, session_id, location_id }: SessionAt,
  token_hash: Buffer,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("lead_page_consents")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("session_id", "=", session_id)
    .where("location_id", "=", location_id)
    .where("token_hash", "=", token_hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

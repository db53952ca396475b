import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { lockByName, tryLockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import type { LeadOutcome } from "#domains/leads/fields.ts";
import { noClockSql } from "#domains/leads/server/store.ts";
import { filteredLeads, type LeadFilter } from "#domains/leads/server/tableStore.ts";
import type { BulkChange } from "../contract.ts";
import { type BulkSkip, bulkSkips } from "../fields.ts";
import { type BulkTarget, chunkSize, type LeadNow, type SeenLead } from "../rules.ts";

export interface NewChange extends LocationKey, BulkTarget {
  readonly user_id: number;
  readonly outcome: LeadOutcome | "";
  readonly lost_reason: string;
  readonly plan_id: number | null;
  readonly tag_id: number | null;
  readonly list_id: number | null;
  /** 1: leads of others are left out. */
  readonly own_only: number;
}

export interface StoredChange extends NewChange {
  readonly id: number;
  readonly state: BulkChange["state"];
  readonly total: number;
  readonly changed: number;
  readonly position: number;
  readonly skipped: Partial<Record<BulkSkip, number>>;
}

interface ChangeKey extends LocationKey {
  readonly id: number;
}

/**
 * Keeps two changes of a location's leads from crossing each other until the transaction ends.
 * @param waits false: gives up at once, so that no connection waits.
 */
export async function lockChanging(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { waits }: { readonly waits: boolean },
): Promise<boolean> {
  const name = `leads bulk ${dealer_id} ${location_id}`;
  if (!waits) return tryLockByName(db, name);
  await lockByName(db, name);
  return true;
}

/** Whether the person has a change that is still running. */
export async function hasRunning(db: Db, { dealer_id, location_id }: LocationKey, user_id: number): Promise<boolean> {
  const { rows } =
    await sql`select from lead_bulk_changes where dealer_id = ${dealer_id} and location_id = ${location_id}
    and user_id = ${user_id} and state = 'running'`.execute(db);
  return rows.length > 0;
}

/** @returns the new change's id. */
export async function insertChange(db: Db, change: NewChange, now: Date): Promise<number> {
  const row = { ...change, total: 0, created_at: now, touched_at: now };
  return (await db.insertInto("lead_bulk_changes").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

/** Notes which leads a change is about, as they are now. @returns how many. */
export async function noteLeads(
  db: Db,
  { dealer_id, location_id, id }: ChangeKey,
  leads: { readonly ids: readonly number[] } | { readonly filter: LeadFilter } | { readonly deletedBy: number },
): Promise<number> {
  const here = sql`l.dealer_id = ${dealer_id} and l.location_id = ${location_id}`;
  const which =
    "ids" in leads
      ? sql`${here} and l.deleted_at is null and l.id = any(${[...leads.ids]}::bigint[])`
      : "filter" in leads
        ? filteredLeads(leads.filter).where
        : sql`${here} and ${asDeletedBy(dealer_id, leads.deletedBy)}`;
  const { rows } = await sql<{ count: number }>`with noted as (
      insert into lead_bulk_rows (dealer_id, change_id, lead_id, location_id, stage_id, owner_id)
      select l.dealer_id, ${id}, l.id, l.location_id, l.stage_id, l.owner_id from leads l where ${which} returning 1)
    select count(*)::int as count from noted`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The leads that a change deleted, unless they were deleted another way since, or their customer was deleted or erased. */
const asDeletedBy = (dealer_id: number, change_id: number) => sql`l.id in (
  select r.lead_id from lead_bulk_rows r join lead_bulk_changes by on by.dealer_id = r.dealer_id and by.id = r.change_id
  where r.dealer_id = ${dealer_id} and r.change_id = ${change_id} and r.is_changed = 1
    and (l.deleted_at is null or l.deleted_at <= coalesce(by.ended_at, by.touched_at)))
  and (l.customer_id is null or exists (select from customers origin join customers k on k.dealer_id = origin.dealer_id
      and k.id = ${survivorSql("origin")} and k.deleted_at is null
      where origin.dealer_id = l.dealer_id and origin.id = l.customer_id))`;

interface ChangeUpdate {
  readonly total?: number;
  readonly changed?: number;
  readonly position?: number;
  readonly skipped?: string;
  readonly state?: BulkChange["state"];
  readonly lost_reason?: string;
  readonly touched_at: Date;
  readonly ended_at?: Date;
}

export async function updateChange(db: Db, { dealer_id, id }: ChangeKey, update: ChangeUpdate): Promise<void> {
  await db
    .updateTable("lead_bulk_changes")
    .set(update)
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

const changes = (db: Db, { dealer_id, location_id }: LocationKey) =>
  db
    .selectFrom("lead_bulk_changes")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["id", "dealer_id", "location_id", "user_id", "owner_id", "stage_id", "plan_id", "own_only", "lost_reason"])
    .select(["tag_id", "list_id", "total", "changed", "position"])
    .select([
      sql<NewChange["action"]>`action`.as("action"),
      sql<NewChange["outcome"]>`outcome`.as("outcome"),
      sql<StoredChange["state"]>`state`.as("state"),
      sql<StoredChange["skipped"]>`skipped`.as("skipped"),
    ]);

/** Locks a change, so that it goes on in one place only. */
export const lockChange = (db: Db, key: ChangeKey): Promise<StoredChange | undefined> =>
  changes(db, key).where("id", "=", key.id).forUpdate().executeTakeFirst();

export const findChange = (db: Db, key: ChangeKey): Promise<StoredChange | undefined> =>
  changes(db, key).where("id", "=", key.id).executeTakeFirst();

export const latestChange = (db: Db, location: LocationKey, user_id: number): Promise<StoredChange | undefined> =>
  changes(db, location).where("user_id", "=", user_id).orderBy("id", "desc").limit(1).executeTakeFirst();

/** The next leads of a change. */
export async function nextLeads(db: Db, { dealer_id, id, position }: StoredChange): Promise<SeenLead[]> {
  const rows = db.selectFrom("lead_bulk_rows").where("dealer_id", "=", dealer_id).where("change_id", "=", id);
  const next = rows.where("lead_id", ">", position).orderBy("lead_id").limit(chunkSize);
  return next.select(["lead_id", "stage_id", "owner_id"]).execute();
}

/** Locks leads in the order of their ids. */
export async function lockLeads(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  ids: readonly number[],
): Promise<LeadNow[]> {
  return db
    .selectFrom("leads")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .select(["id", "stage_id", "owner_id", "outcome", "deleted_at"])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** Leads with their customers, after merges; both are locked, so that no one deleted meanwhile is tagged or listed. */
export async function leadCustomers(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[]) {
  const { rows } = await sql<Pick<LeadNow, "id" | "deleted_at"> & { readonly customer_id: number | null }>`
    with these as (
      select l.id, l.deleted_at, l.customer_id from leads l
      where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.id = any(${[...ids]}::bigint[])
      order by l.id for update of l
    ), kept as (
      select c.id from customers c where c.dealer_id = ${dealer_id} and c.location_id = ${location_id}
        and c.deleted_at is null and c.id in (
          select ${survivorSql("origin")} from these
            join customers origin on origin.dealer_id = ${dealer_id} and origin.id = these.customer_id)
      order by c.id for no key update
    )
    select these.id, these.deleted_at, kept.id as customer_id from these
      left join customers origin on origin.dealer_id = ${dealer_id} and origin.id = these.customer_id
      left join kept on kept.id = ${survivorSql("origin")}`.execute(db);
  return rows;
}

/** Changes locked leads as the change says, each with its row in its history. */
export async function changeLeads(db: Db, change: StoredChange, ids: readonly number[], now: Date): Promise<void> {
  const { dealer_id, location_id, user_id, action, owner_id, stage_id, outcome, lost_reason } = change;
  const these = sql`dealer_id = ${dealer_id} and id = any(${[...ids]}::bigint[])`;
  if (action === "remove" || action === "restore")
    await sql`update leads set deleted_at = ${action === "remove" ? now : null}, is_touched = 1 where ${these}`.execute(
      db,
    );
  const move = (columns: string, from: string, to: number | null) => sql`
    insert into lead_moves (dealer_id, location_id, lead_id, at, reason, by, ${sql.raw(columns)})
    select ${dealer_id}, ${location_id}, id, ${now}, 'hand', ${user_id}, ${sql.ref(from)}, ${to}::bigint from before`;
  if (action === "assign")
    await sql`with before as (select id, owner_id from leads where ${these}),
      assigned as (update leads set owner_id = ${owner_id}, assignment = '', offers = 0, is_touched = 1, ${noClockSql}
        where ${these})
      ${move("from_owner_id, to_owner_id", "owner_id", owner_id)}`.execute(db);
  if (action === "move")
    await sql`with before as (select id, stage_id from leads where ${these}),
      moved as (update leads set stage_id = ${stage_id}, outcome = ${outcome}, lost_reason = ${lost_reason}, is_orphan = 0, is_touched = 1,
        sale_price = case when ${outcome} = 'sold' then sale_price end,
        ${noClockSql}, closed_at = case when ${outcome} = '' then null when closed_at is null then ${now}::timestamptz else closed_at end
        where ${these})
      ${move("from_stage_id, to_stage_id", "stage_id", stage_id)}`.execute(db);
  await markChanged(db, change, ids);
}

/** Notes which leads a change changed. */
export async function markChanged(db: Db, { dealer_id, id }: ChangeKey, lead_ids: readonly number[]): Promise<void> {
  await sql`update lead_bulk_rows set is_changed = 1 where dealer_id = ${dealer_id} and change_id = ${id}
    and lead_id = any(${[...lead_ids]}::bigint[])`.execute(db);
}

/** Changes that no process has gone on with since. */
export async function runningChanges(db: Db, before: Date) {
  const running = db.selectFrom("lead_bulk_changes").where("state", "=", "running").where("touched_at", "<=", before);
  return running.select(["dealer_id", "location_id", "id as change_id"]).execute();
}

/** Forgets changes that ended longer ago. */
export async function forgetChanges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("lead_bulk_changes").where("ended_at", "<", before).execute();
}

/** Who or what the leads of a change go to, by name. */
export async function targetName(db: Db, change: StoredChange): Promise<string> {
  const { dealer_id, owner_id, stage_id, plan_id, tag_id, list_id } = change;
  const { rows } = await sql<{ name: string }>`
    select trim(first_name || ' ' || last_name) as name from users where dealer_id = ${dealer_id} and id = ${owner_id}
    union all select name from lead_stages where dealer_id = ${dealer_id} and id = ${stage_id}
    union all select name from lead_plans where dealer_id = ${dealer_id} and id = ${plan_id}
    union all select tag from tags where id = ${tag_id}
    union all select title from customer_lists where dealer_id = ${dealer_id} and id = ${list_id}`.execute(db);
  return rows[0]?.name ?? "";
}

/** What people read of a change. */
export async function shownChange(db: Db, change: StoredChange): Promise<BulkChange> {
  const { id, action, state, total, changed, list_id } = change;
  const skipped = bulkSkips.flatMap((reason) => {
    const count = change.skipped[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
  return { id, action, state, total, changed, skipped, list_id, target: await targetName(db, change) };
}

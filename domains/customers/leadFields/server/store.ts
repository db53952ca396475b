import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import { membersAt } from "#domains/team/server/public.ts";
import type { LeadOfCustomer } from "../fields.ts";
import { foldWords, type LeadBook, type LeadBookStage } from "../rules.ts";

const mostSources = 1000;

/** What cells about leads are read by. */
export async function leadBook(db: Db, location: LocationKey, now: Date): Promise<LeadBook> {
  const { dealer_id, location_id } = location;
  const owners = new Map<string, number | null>();
  for (const { id, first_name, last_name, email } of await membersAt(db, location)) {
    owners.set(foldWords(email), id);
    const name = foldWords(`${first_name} ${last_name}`);
    if (name !== "") owners.set(name, owners.has(name) ? null : id);
  }
  const { rows: stages } = await sql<LeadBookStage>`select id, name, kind from lead_stages
    where dealer_id = ${dealer_id} and removed_at is null order by position, id`.execute(db);
  const next = (after: SqlFragment) => sql`select min(l.source) from leads l where l.dealer_id = ${dealer_id}
    and l.location_id = ${location_id} and l.deleted_at is null and l.source > ${after}`;
  // From one source to the next by the index: however many leads there are.
  const { rows: sources } = await sql<{ source: string }>`with recursive sources as (
      select (${next(sql`''`)}) as source
      union all select (${next(sql`sources.source`)}) from sources where sources.source is not null)
    select source from sources where source is not null limit ${mostSources}`.execute(db);
  const named = sources.toReversed().map(({ source }) => [foldWords(source), source] as const);
  return { owners, stages, sources: new Map(named), now };
}

const vehicleWords = sql`concat_ws(' ', nullif(v.year, ''), nullif(v.make, ''), nullif(v.model, ''), nullif(v."trim", ''))`;
const firstOf = (brought: boolean, what: SqlFragment) => sql`coalesce((select ${what} from lead_vehicles v
  where v.dealer_id = l.dealer_id and v.lead_id = l.id and v.interest ${sql.raw(brought ? "" : "not")} in ('trade_in', 'sell')
  order by v.position limit 1), '')`;

/** The newest open lead of each of these customers. */
export async function leadsOfCustomers(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_ids: readonly number[],
): Promise<Map<number, LeadOfCustomer>> {
  if (customer_ids.length === 0) return new Map();
  const { rows } = await sql<LeadOfCustomer & { customer_id: number }>`with theirs as (
      select id as origin_id, id as customer_id from unnest(${[...customer_ids]}::bigint[]) as id
      union all select k.id, k.merged_into from customers k
        where k.dealer_id = ${dealer_id} and k.merged_into = any(${[...customer_ids]}::bigint[]))
    select distinct on (theirs.customer_id) theirs.customer_id, l.id, s.name as stage, l.source,
      coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
        where u.dealer_id = l.dealer_id and u.id = l.owner_id), '') as owner,
      ${firstOf(false, vehicleWords)} as vehicle, ${firstOf(true, vehicleWords)} as trade_in,
      ${firstOf(false, sql`v.stock`)} as stock_number
    from theirs join leads l on l.dealer_id = ${dealer_id} and l.customer_id = theirs.origin_id
      join lead_stages s on s.dealer_id = l.dealer_id and s.id = l.stage_id
    where l.location_id = ${location_id} and l.closed_at is null and l.deleted_at is null
    order by theirs.customer_id, l.received_at desc, l.id desc`.execute(db);
  return new Map(rows.map(({ customer_id, ...lead }) => [customer_id, lead]));
}

/** Whether the business has this stage. */
export async function isStage(db: Db, dealer_id: number, id: number): Promise<boolean> {
  const { rows } = await sql`select from lead_stages
    where dealer_id = ${dealer_id} and id = ${id} and removed_at is null`.execute(db);
  return rows.length > 0;
}

/** Which leads a customer must have one of. */
export interface CustomerLeadFilter {
  readonly owner_id?: number | undefined;
  readonly stage_id?: number | undefined;
  /** Empty: any. */
  readonly source: string;
  /** Words of a vehicle's year, make, model, trim, stock number or VIN; empty: any. */
  readonly vehicle: string;
}

/** Open leads; in a chosen stage closed ones, too. */
const leadCondition = ({ owner_id, stage_id, source, vehicle }: CustomerLeadFilter): SqlFragment => {
  const words = vehicle.trim().split(/\s+/).filter(Boolean);
  const all = [
    sql`l.deleted_at is null`,
    stage_id === undefined ? sql`l.closed_at is null` : sql`l.stage_id = ${stage_id}`,
    owner_id !== undefined && sql`l.owner_id = ${owner_id}`,
    source !== "" && sql`l.source = ${source}`,
    words.length > 0 &&
      sql`exists (select from lead_vehicles v where v.dealer_id = l.dealer_id and v.lead_id = l.id
        and lower(concat_ws(' ', v.year, v.make, v.model, v."trim", v.stock, v.vin))
          like all (${words.map((word) => likePattern(word.toLowerCase()))}::text[]))`,
  ].filter((condition) => condition !== false);
  return sql.join(all, sql` and `);
};

/** Whether a customer has such a lead, or got one with a merge; over `customers`. */
export const hasLeadSql = (filter: CustomerLeadFilter): SqlFragment => {
  const such = sql`l.dealer_id = customers.dealer_id and l.location_id = customers.location_id and ${leadCondition(filter)}`;
  return sql`((select true from leads l where l.customer_id = customers.id and ${such} limit 1) is not null
    or (customers.other_phones <> '' and (select true from customers k
      join leads l on l.dealer_id = k.dealer_id and l.customer_id = k.id
      where k.dealer_id = customers.dealer_id and k.merged_into = customers.id and ${such} limit 1) is not null))`;
};

/** The ids of those who have one, through the leads' own indexes. */
export const customersWithLeadSql = (
  { dealer_id, location_id }: LocationKey,
  filter: CustomerLeadFilter,
): SqlFragment =>
  sql`select distinct case when origin.merged_into is null then origin.id else origin.merged_into end as id
    from leads l join customers origin on origin.dealer_id = l.dealer_id and origin.id = l.customer_id
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and ${leadCondition(filter)}`;

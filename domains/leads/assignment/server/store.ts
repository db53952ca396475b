import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { sameCustomerSql } from "#domains/leads/server/store.ts";
import type { LeadKind, RuleTarget, VehicleStatus } from "../../fields.ts";
import type { LeadToAssign, Rule, Teammate } from "../rules.ts";

interface Settings {
  readonly known_first: boolean;
  readonly version: number;
}

const settingsAt = (db: Db, { dealer_id, location_id }: LocationKey) =>
  db
    .selectFrom("lead_assignment")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select([sql<boolean>`known_first = 1`.as("known_first"), "version"]);

export const settingsOf = (db: Db, location: LocationKey): Promise<Settings> =>
  settingsAt(db, location).executeTakeFirstOrThrow();

/** The same, locked until the transaction ends: before any lead, so that turns are taken one by one. */
export const lockSettings = (db: Db, location: LocationKey): Promise<Settings> =>
  settingsAt(db, location).forUpdate().executeTakeFirstOrThrow();

/** A location's rules in their order. */
export async function rulesOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<Rule[]> {
  const { rows } = await sql<Rule>`select r.id, r.is_on = 1 as is_on, r.kind, r.sources, r.vehicle_status, r.target,
      r.most_open, r.next_after,
      array(select m.user_id from lead_rule_members m where m.dealer_id = r.dealer_id and m.rule_id = r.id
        order by m.user_id) as member_ids
    from lead_rules r where r.dealer_id = ${dealer_id} and r.location_id = ${location_id} order by r.position, r.id`.execute(
    db,
  );
  return rows.map((rule) => ({ ...rule, member_ids: rule.member_ids.map(Number) }));
}

export interface SavedRule extends Omit<Rule, "id"> {
  readonly id: number | undefined;
}

/** Replaces the rules of a location whose settings the caller has locked. Each id is one of theirs. */
export async function saveRules(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { known_first, rules }: { readonly known_first: boolean; readonly rules: readonly SavedRule[] },
): Promise<void> {
  const here = { dealer_id, location_id };
  const kept = rules.flatMap(({ id }) => id ?? []);
  await sql`delete from lead_rules where dealer_id = ${dealer_id} and location_id = ${location_id}
    and id <> all(${kept}::bigint[])`.execute(db);
  const members: { dealer_id: number; location_id: number; rule_id: number; user_id: number }[] = [];
  for (const [position, { id, is_on, sources, member_ids, ...rule }] of rules.entries()) {
    const row = { ...rule, is_on: is_on ? 1 : 0, sources: JSON.stringify(sources), position };
    const rule_id = id ?? (await insertRule(db, { ...here, ...row }));
    if (id !== undefined)
      await db.updateTable("lead_rules").set(row).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
    members.push(...member_ids.map((user_id) => ({ ...here, rule_id, user_id })));
  }
  await sql`delete from lead_rule_members where dealer_id = ${dealer_id} and location_id = ${location_id}`.execute(db);
  if (members.length > 0) await db.insertInto("lead_rule_members").values(members).execute();
  await sql`update lead_assignment set known_first = ${known_first ? 1 : 0}, version = version + 1
    where dealer_id = ${dealer_id} and location_id = ${location_id}`.execute(db);
}

interface RuleRow extends LocationKey {
  readonly position: number;
  readonly is_on: number;
  readonly kind: LeadKind | "";
  readonly sources: string;
  readonly vehicle_status: VehicleStatus;
  readonly target: RuleTarget;
  readonly most_open: number | null;
  readonly next_after: number | null;
}

const insertRule = async (db: Db, rule: RuleRow) =>
  (await db.insertInto("lead_rules").values(rule).returning("id").executeTakeFirstOrThrow()).id;

/** What each of these members was given since `since`, has open, and was given last. */
export async function loadsOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  user_ids: readonly number[],
  since: Date,
): Promise<Map<number, Pick<Teammate, "today" | "open" | "last_at">>> {
  const given = sql`from lead_moves m where m.dealer_id = ${dealer_id} and m.location_id = ${location_id}
    and m.to_owner_id = ids.id and m.reason in ('assigned', 'known', 'offered')`;
  const { rows } = await sql<{ id: number; today: number; open: number; last_at: Date | null }>`
    select ids.id, (select count(distinct m.lead_id)::int ${given} and m.at >= ${since}) as today,
      (select max(m.at) ${given}) as last_at,
      (select count(*)::int from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id}
        and l.owner_id = ids.id and l.closed_at is null and l.deleted_at is null) as open
    from unnest(${[...user_ids]}::bigint[]) as ids (id)`.execute(db);
  return new Map(
    rows.map(({ id, today, open, last_at }) => [Number(id), { today, open, last_at: last_at?.getTime() ?? null }]),
  );
}

/** Keeps a member from being deactivated or moved to other locations until the transaction ends. */
export async function holdMember(db: Db, dealer_id: number, user_id: number): Promise<void> {
  await sql`select from users where dealer_id = ${dealer_id} and id = ${user_id} for share`.execute(db);
}

/** Who knows the customer of a lead: the conversation's owner, then the owner of their last lead. */
export async function knownOwners(
  db: Db,
  {
    dealer_id,
    location_id,
    id,
    customer_id,
  }: LocationKey & { readonly id: number; readonly customer_id: number | null },
): Promise<number[]> {
  if (customer_id === null) return [];
  const { rows } = await sql<{ chat_owner: number | null; lead_owner: number | null }>`
    select (select c.assigned_to from chats c where c.dealer_id = ${dealer_id} and c.location_id = ${location_id}
        and c.customer_id in ${sameCustomerSql(dealer_id, customer_id)} and c.assigned_to is not null
        order by c.id desc limit 1) as chat_owner,
      (select l.owner_id from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id}
        and l.customer_id in ${sameCustomerSql(dealer_id, customer_id)} and l.id <> ${id} and l.owner_id is not null
        and l.deleted_at is null order by l.received_at desc, l.id desc limit 1) as lead_owner`.execute(db);
  const [row] = rows;
  return [row?.chat_owner, row?.lead_owner].flatMap((owner) => owner ?? []);
}

/** Who was given a lead before, as its history says. */
export async function ownersBefore(
  db: Db,
  { dealer_id, id }: { readonly dealer_id: number; readonly id: number },
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select distinct to_owner_id as user_id from lead_moves
    where dealer_id = ${dealer_id} and lead_id = ${id} and to_owner_id is not null`.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** A lead that is to be assigned, with what rules ask of it. */
export interface WaitingLead extends LeadToAssign, LocationKey {
  readonly id: number;
  readonly customer_id: number | null;
  /** False: nobody has looked at it yet. */
  readonly is_waiting: boolean;
}

/** The locations at which leads are to be assigned; a statement across businesses. */
export async function locationsToAssign(db: Db): Promise<LocationKey[]> {
  const { rows } = await sql<LocationKey>`select distinct dealer_id, location_id from leads
    where assignment <> '' and owner_id is null and closed_at is null and deleted_at is null`.execute(db);
  return rows;
}

/** Up to `limit` leads of a location that are to be assigned, the oldest first. */
export async function leadsToAssign(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  after_id: number,
  limit: number,
): Promise<WaitingLead[]> {
  const { rows } = await sql<WaitingLead>`select l.dealer_id, l.location_id, l.id, l.customer_id, l.kind, l.source,
      l.assignment = 'waiting' as is_waiting, coalesce((select v.status from lead_vehicles v where v.dealer_id = l.dealer_id and v.lead_id = l.id
        order by v.interest in ('sell', 'trade_in'), v.position limit 1), '') as vehicle_status
    from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.id > ${after_id}
      and l.assignment <> '' and l.owner_id is null and l.closed_at is null and l.deleted_at is null
    order by l.id limit ${limit}`.execute(db);
  return rows;
}

/** A clock that runs. */
export interface RunningClock extends LocationKey {
  readonly id: number;
  readonly answer_due_at: Date;
  readonly answer_warned: number;
}

/** The clocks that are due until `until`, the earliest first; a statement across businesses. */
export async function clocksUntil(db: Db, until: Date, limit: number): Promise<RunningClock[]> {
  const { rows } = await sql<RunningClock>`select dealer_id, location_id, id, answer_due_at, answer_warned from leads
    where answer_due_at is not null and answer_due_at <= ${until} and deleted_at is null
    order by answer_due_at limit ${limit}`.execute(db);
  return rows;
}

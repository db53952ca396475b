import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CustomersInUse, CustomerWork } from "#domains/customers/server/public.ts";
import { publishLead } from "./facts.ts";
import { noClockSql } from "./store.ts";

const openLeads = ({ dealer_id, location_id }: LocationKey, customer_ids: readonly number[]) =>
  sql`dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id = any(${[...customer_ids]}::bigint[])
    and closed_at is null and deleted_at is null`;

/** The open leads of customers: deleting the customer closes them as lost. */
export const leadsOfCustomer: CustomerWork = {
  what: "open lead",

  async count(db, location, customer_ids) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from leads where ${openLeads(location, customer_ids)}`.execute(db);
    return rows[0]?.count ?? 0;
  },

  async cancel(unit, location, customer_ids, user_id) {
    const { dealer_id, location_id } = location;
    const now = unit.now();
    // The business's last lost stage; the one it was in comes back with the customer.
    const { rows } = await sql<{ id: number; customer_id: number; stage_id: number }>`with target as (
        select id from lead_stages where dealer_id = ${dealer_id} and kind = 'lost' and removed_at is null order by position desc limit 1
      ), before as (select id, customer_id, stage_id from leads where ${openLeads(location, customer_ids)} for update
      ), closed as (
        update leads set closed_at = ${now}, outcome = 'lost', lost_reason = 'Customer deleted', is_orphan = 1,
          ${noClockSql},
          stage_id = (select id from target)
        where dealer_id = ${dealer_id} and id in (select id from before) returning id, stage_id
      ), noted as (
        insert into lead_moves (dealer_id, location_id, lead_id, at, reason, by, from_stage_id, to_stage_id)
        select ${dealer_id}, ${location_id}, before.id, ${now}, 'customer_deleted', ${user_id}, before.stage_id, closed.stage_id
        from before join closed on closed.id = before.id)
      select id, customer_id, stage_id from before`.execute(unit.db);
    if (rows.length > 0) publishLead(unit, location, null);
    return rows.map(({ id, customer_id, stage_id }) => ({ customer_id, record: { id, stage_id } }));
  },

  async restore(unit, location, records) {
    const given = records as readonly { readonly id: number; readonly stage_id: number }[];
    const { dealer_id, location_id } = location;
    const now = unit.now();
    await sql`with wanted as (
        select * from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ stage_id }) => stage_id)}::bigint[])
          as wanted (id, stage_id)
      ), before as (
        select l.id, l.stage_id, wanted.stage_id as wanted_stage_id from leads l join wanted on wanted.id = l.id
        where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.is_orphan = 1 and l.deleted_at is null
        for update of l
      ), reopened as (
        update leads l set closed_at = null, outcome = '', lost_reason = '', is_orphan = 0,
          -- Its stage may have been removed meanwhile, or mean something else.
          stage_id = coalesce(
            (select s.id from lead_stages s where s.dealer_id = ${dealer_id} and s.id = before.wanted_stage_id
              and s.removed_at is null and s.kind = 'open'),
            (select s.id from lead_stages s where s.dealer_id = ${dealer_id} and s.kind = 'open' and s.removed_at is null
              order by s.position limit 1))
        from before where l.dealer_id = ${dealer_id} and l.id = before.id
        returning l.id, l.stage_id)
      insert into lead_moves (dealer_id, location_id, lead_id, at, reason, from_stage_id, to_stage_id)
        select ${dealer_id}, ${location_id}, reopened.id, ${now}, 'customer_restored', before.stage_id, reopened.stage_id
        from reopened join before on before.id = reopened.id`.execute(unit.db);
    publishLead(unit, location, null);
  },
};

/** Undoing an import keeps customers with leads. */
export const customersWithLead: CustomersInUse = async (db: Db, { dealer_id }, customer_ids) => {
  const { rows } = await sql<{ customer_id: number }>`select distinct customer_id from leads
    where dealer_id = ${dealer_id} and customer_id = any(${[...customer_ids]}::bigint[]) and deleted_at is null`.execute(
    db,
  );
  return rows.map(({ customer_id }) => customer_id);
};

import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ImportedFile, ImportedLead } from "#domains/customers/server/public.ts";
import type { LeadOutcome, LeadVehicle } from "#domains/leads/fields.ts";

/** An imported lead with all that is stored of it. */
export interface StorableLead extends Omit<ImportedLead, "stage_id" | "received_at" | "vehicles"> {
  readonly stage_id: number;
  readonly received_at: Date;
  readonly is_dated: 0 | 1;
  readonly closed_at: Date | null;
  readonly outcome: LeadOutcome | "";
  readonly value: number;
  readonly vehicles: readonly LeadVehicle[];
  readonly delivery: string;
}

/**
 * Those of the deliveries that came before: the next one in the index rather than this one, because Postgres doesn't know how many an
 * import has added so far.
 */
export async function knownDeliveries(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  deliveries: readonly string[],
): Promise<Set<string>> {
  const known = sql<{ delivery: string }>`select i.delivery from unnest(${[...deliveries]}::text[]) as given (delivery)
    cross join lateral (select delivery from lead_inquiries where dealer_id = ${dealer_id} and location_id = ${location_id}
      and delivery >= given.delivery order by delivery limit 1) as i
    where i.delivery = given.delivery`;
  const { rows } = await inIndexOrder(db, () => known.execute(db));
  return new Set(rows.map(({ delivery }) => delivery));
}

export interface MeantLead {
  readonly id: number;
  readonly vehicles: readonly LeadVehicle[];
}

/** The open leads of each customer, and of those merged into them, newest first. */
export async function openLeadsOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_ids: readonly number[],
): Promise<Map<number, MeantLead[]>> {
  const { rows: merged } = await sql<{ id: number; merged_into: number }>`select id, merged_into from customers
    where dealer_id = ${dealer_id} and merged_into = any(${[...customer_ids]}::bigint[])`.execute(db);
  const survivorOf = new Map(merged.map(({ id, merged_into }) => [id, merged_into]));
  const ids = [...customer_ids, ...survivorOf.keys()];
  const { rows: open } = await sql<{ id: number; customer_id: number }>`select id, customer_id from leads
    where dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id = any(${ids}::bigint[])
      and closed_at is null and deleted_at is null order by received_at desc, id desc`.execute(db);
  const { rows: vehicles } = await sql<
    LeadVehicle & { lead_id: number }
  >`select lead_id, interest, status, year, make, model,
      "trim", vin, stock, price, odometer, color, comments from lead_vehicles
    where dealer_id = ${dealer_id} and lead_id = any(${open.map(({ id }) => id)}::bigint[]) order by position`.execute(
    db,
  );
  const vehiclesOf = Map.groupBy(vehicles, ({ lead_id }) => lead_id);
  const leads = open.map(({ id, customer_id }) => ({
    owner_of: survivorOf.get(customer_id) ?? customer_id,
    lead: { id, vehicles: vehiclesOf.get(id) ?? [] },
  }));
  const grouped = Map.groupBy(leads, ({ owner_of }) => owner_of);
  return new Map([...grouped].map(([id, of]) => [id, of.map(({ lead }) => lead)]));
}

/** Adds leads with their vehicles, notes and histories, in a statement each. */
export async function insertImported(
  db: Db,
  { dealer_id, location_id, id: upload_id, user_id }: ImportedFile,
  now: Date,
  leads: readonly StorableLead[],
): Promise<void> {
  const rows = leads.map(({ vehicles: _, notes: __, delivery: ___, ...lead }) => lead);
  const { rows: added } = await sql<{ id: number; customer_id: number }>`
    insert into leads (dealer_id, location_id, upload_id, awaits_answer, created_by, kind, customer_id, stage_id, owner_id,
      source, first_name, last_name, email, phone, received_at, inquired_at, is_dated, closed_at, outcome, value)
    select ${dealer_id}, ${location_id}, ${upload_id}, 0, ${user_id}, 'sales', g.customer_id, g.stage_id, g.owner_id, g.source,
      g.first_name, g.last_name, g.email, g.phone, g.received_at, g.received_at, g.is_dated, g.closed_at, g.outcome, g.value
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (customer_id bigint, stage_id bigint, owner_id bigint,
      source text, first_name text, last_name text, email text, phone text, received_at timestamptz, is_dated smallint,
      closed_at timestamptz, outcome text, value int)
    returning id, customer_id`.execute(db);
  const idOf = new Map(added.map(({ id, customer_id }) => [customer_id, id]));
  const stored = leads.map((lead) => ({ ...lead, lead_id: idOf.get(lead.customer_id) ?? 0 }));
  const vehicles = stored.flatMap(({ lead_id, vehicles }) =>
    vehicles.map((vehicle, position) => ({ lead_id, position, ...vehicle })),
  );
  await sql`insert into lead_vehicles (dealer_id, location_id, lead_id, position, interest, status, year, make, model, "trim",
      vin, stock, comments)
    select ${dealer_id}, ${location_id}, g.* from jsonb_to_recordset(${JSON.stringify(vehicles)}::jsonb) as g (lead_id bigint,
      position smallint, interest text, status text, year text, make text, model text, "trim" text, vin text, stock text,
      comments text)`.execute(db);
  await insertInquiries(
    db,
    { dealer_id, location_id, upload_id },
    now,
    stored.map(({ lead_id, notes, delivery }) => ({ lead_id, comments: notes, delivery })),
  );
  const moves = stored.map(({ lead_id, stage_id, owner_id }) => ({ lead_id, stage_id, owner_id }));
  await sql`insert into lead_moves (dealer_id, location_id, lead_id, at, reason, by, to_stage_id, to_owner_id)
    select ${dealer_id}, ${location_id}, g.lead_id, ${now}, 'imported', ${user_id}, g.stage_id, g.owner_id
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as g (lead_id bigint, stage_id bigint, owner_id bigint)`.execute(
    db,
  );
}

interface ImportedNote {
  readonly lead_id: number;
  readonly comments: string;
  readonly delivery: string;
}

/** Adds what rows say to leads that were there. */
export async function insertNotes(
  db: Db,
  { dealer_id, location_id, id: upload_id }: ImportedFile,
  now: Date,
  notes: readonly ImportedNote[],
): Promise<void> {
  await insertInquiries(db, { dealer_id, location_id, upload_id }, now, notes);
}

async function insertInquiries(
  db: Db,
  { dealer_id, location_id, upload_id }: LocationKey & { readonly upload_id: number },
  now: Date,
  inquiries: readonly ImportedNote[],
): Promise<void> {
  // Two rows that say the same of one customer are one.
  await sql`insert into lead_inquiries (dealer_id, location_id, upload_id, lead_id, delivery, came_by, read_by, comments, received_at)
    select ${dealer_id}, ${location_id}, ${upload_id}, g.lead_id, g.delivery, 'import', 'import', g.comments, ${now}
    from jsonb_to_recordset(${JSON.stringify(inquiries)}::jsonb) as g (lead_id bigint, delivery text, comments text)
    on conflict (dealer_id, location_id, delivery, repetition) do nothing`.execute(db);
}

/** Leads that a step of an undo looks at. */
const leadsPerStep = 1000;

/** Deletes those of an import's next leads that nothing happened to since. */
export async function removeImported(
  db: Db,
  { dealer_id, location_id, id: upload_id }: ImportedFile,
  after: number,
  now: Date,
): Promise<{ readonly removed: number; readonly last: number | null }> {
  const { rows } = await sql<{ removed: number; seen: number; last: number | null }>`with next as materialized (
      select l.id from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id}
        and l.upload_id = ${upload_id} and l.deleted_at is null and l.id > ${after} order by l.id limit ${leadsPerStep}
    ), gone as (
      update leads l set deleted_at = ${now} from next
      where l.dealer_id = ${dealer_id} and l.id = next.id and l.deleted_at is null and l.is_touched = 0
        and not exists (select from lead_moves m where m.dealer_id = l.dealer_id and m.lead_id = l.id and m.reason <> 'imported')
        and not exists (select from lead_plan_enrollments e where e.dealer_id = l.dealer_id and e.lead_id = l.id)
      returning l.id
    )
    select (select count(*) from gone)::int as removed, (select count(*) from next)::int as seen,
      (select max(id) from next) as last`.execute(db);
  const [{ removed, seen, last } = { removed: 0, seen: 0, last: null }] = rows;
  return { removed, last: seen < leadsPerStep ? null : last };
}

/** Forgets an undone import's rows, but for those of leads that stay. @returns how many leads stay. */
export async function forgetRows(db: Db, { dealer_id, location_id, id: upload_id }: ImportedFile): Promise<number> {
  const { rows } = await sql<{ stayed: number }>`with staying as materialized (
      select l.id from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id}
        and l.upload_id = ${upload_id} and l.deleted_at is null
    ), forgotten as (
      delete from lead_inquiries i where i.dealer_id = ${dealer_id} and i.upload_id = ${upload_id}
        and i.lead_id not in (select id from staying)
    )
    select count(*)::int as stayed from staying`.execute(db);
  return rows[0]?.stayed ?? 0;
}

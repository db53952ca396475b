import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import { type LeadOriginName, leadOriginNames } from "../contract.ts";

/** Since when each makes leads; null: it doesn't. */
export type OriginTimes = Readonly<Record<LeadOriginName, Date | null>>;

export async function originsOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<OriginTimes> {
  const row = await db
    .selectFrom("lead_origins")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["widget_since", "tracked_calls_since", "new_callers_since", "new_texters_since"])
    .executeTakeFirst();
  return {
    widget: row?.widget_since ?? null,
    tracked_calls: row?.tracked_calls_since ?? null,
    new_callers: row?.new_callers_since ?? null,
    new_texters: row?.new_texters_since ?? null,
  };
}

export async function saveOrigins(db: Db, { dealer_id, location_id }: LocationKey, times: OriginTimes): Promise<void> {
  const row = Object.fromEntries(leadOriginNames.map((name) => [`${name}_since`, times[name]]));
  await db
    .insertInto("lead_origins")
    .values({ dealer_id, location_id, ...row })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(row))
    .execute();
}

/** Somebody who wrote or called, as they are by now. */
export interface Asker {
  /** After a merge, the survivor. */
  readonly customer_id: number;
  /** The phone that wrote or called. */
  readonly phone: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly at: Date;
  readonly words: string;
  /** Of the tracking number that they wrote to or called; empty for none. */
  readonly source: string;
  /** They were nobody's customer before. */
  readonly is_new: boolean;
  /** They have an open lead at the location. */
  readonly has_lead: boolean;
}

const person = (dealer_id: number, location_id: number) => sql`k.id as customer_id, k.first_name, k.last_name, k.email,
  exists (select from leads l join customers theirs on theirs.dealer_id = l.dealer_id and theirs.id = l.customer_id
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.closed_at is null and l.deleted_at is null
      and (theirs.id = k.id or theirs.merged_into = k.id)) as has_lead`;
/** Whoever texts or calls first becomes a customer in the same moment. */
const isNewSince = (at: ReturnType<typeof sql>) =>
  sql`origin.created_by is null and origin.created_at >= ${at} - interval '1 minute'`;

/** Who sent a message that is still there. */
export async function writerOf(
  db: Db,
  { dealer_id, location_id, message_id }: LocationKey & { readonly message_id: number },
): Promise<Asker | undefined> {
  const { rows } = await sql<Asker>`
    select ${person(dealer_id, location_id)}, coalesce(m.phone, origin.phone) as phone, m.datetime as at, m.message as words,
      coalesce(t.source, '') as source, ${isNewSince(sql`m.datetime`)} as is_new
    from messages m
    join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id and c.location_id = ${location_id}
    join customers origin on origin.dealer_id = c.dealer_id and origin.id = c.customer_id
    join customers k on k.dealer_id = origin.dealer_id and k.id = ${survivorSql("origin")} and k.deleted_at is null
    left join tracked_texts t on t.dealer_id = m.dealer_id and t.message_id = m.id
    where m.dealer_id = ${dealer_id} and m.id = ${message_id} and m.is_from_customer = 1 and m.deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Who called, unless that was spam. */
export async function callerOf(
  db: Db,
  { dealer_id, location_id, call_id }: LocationKey & { readonly call_id: number },
): Promise<Asker | undefined> {
  const { rows } = await sql<Asker>`
    select ${person(dealer_id, location_id)}, x.from_number as phone, x.started_at as at, '' as words, x.source,
      ${isNewSince(sql`x.started_at`)} as is_new
    from calls x
    join customers origin on origin.dealer_id = x.dealer_id and origin.id = x.customer_id
    join customers k on k.dealer_id = origin.dealer_id and k.id = ${survivorSql("origin")} and k.deleted_at is null
    where x.dealer_id = ${dealer_id} and x.location_id = ${location_id} and x.id = ${call_id}
      and x.direction = 'incoming' and x.spam = 0`.execute(db);
  return rows[0];
}

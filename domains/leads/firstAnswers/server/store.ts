import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import { type LeadKind, type LeadVehicle, leadKinds } from "#domains/leads/fields.ts";
import { vehiclesSql } from "#domains/leads/server/store.ts";
import type { FirstAnswerSettings } from "../contract.ts";

const initialSettings: FirstAnswerSettings = {
  is_on: 0,
  kinds: [...leadKinds],
  listed_only: 0,
  open_words: "",
  closed_words: "",
  holiday_words: "",
  sources: [],
};

/** A location's settings as they are stored: empty words are the usual ones. */
export async function storedSettings(db: Db, { dealer_id, location_id }: LocationKey): Promise<FirstAnswerSettings> {
  const row = await db
    .selectFrom("first_answer_settings")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["is_on", "kinds", "listed_only", "open_words", "closed_words", "holiday_words", "sources"])
    .executeTakeFirst();
  return (row as FirstAnswerSettings | undefined) ?? initialSettings;
}

export async function saveSettings(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { kinds, sources, ...settings }: FirstAnswerSettings,
): Promise<void> {
  const row = { ...settings, kinds: [...kinds], sources: JSON.stringify(sources) };
  await db
    .insertInto("first_answer_settings")
    .values({ dealer_id, location_id, ...row })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(row))
    .execute();
}

/** A lead that waits for its first answer. */
export interface UnansweredLead {
  readonly kind: LeadKind;
  readonly source: string;
  /** E.164 */
  readonly phone: string;
  /** After a merge, the survivor. */
  readonly customer_id: number;
  readonly first_name: string;
  readonly vehicles: readonly LeadVehicle[];
  readonly received_at: Date;
  /** When the person asked, as the provider says. */
  readonly requested_at: Date | null;
}

/**
 * A received lead with a phone that is still open, and that no member has answered; undefined for any other. Texts, calls
 * and the widget have automatic answers of their own.
 */
export async function unansweredLead(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  lead_id: number,
): Promise<UnansweredLead | undefined> {
  const { rows } = await sql<UnansweredLead>`
    select l.kind, l.source, l.phone, customer.id as customer_id, l.received_at, ${vehiclesSql} as vehicles,
      case when customer.first_name = '' then l.first_name else customer.first_name end as first_name,
      (select i.requested_at from lead_inquiries i where i.dealer_id = l.dealer_id and i.lead_id = l.id
        order by i.id limit 1) as requested_at
    from leads l
    join customers k on k.dealer_id = l.dealer_id and k.id = l.customer_id
    join customers customer on customer.dealer_id = k.dealer_id and customer.id = ${survivorSql("k")}
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.id = ${lead_id} and l.phone <> ''
      and not exists (select from lead_inquiries i where i.dealer_id = l.dealer_id and i.lead_id = l.id
        and i.came_by in ('widget', 'call', 'text'))
      and l.created_by is null and l.first_response_at is null and l.closed_at is null and l.deleted_at is null
      and customer.deleted_at is null
      and not exists (select from chats c join messages m on m.dealer_id = c.dealer_id and m.chat_id = c.id
        where c.dealer_id = customer.dealer_id and c.customer_id = customer.id and m.datetime >= l.received_at
          and m.is_from_customer = 0 and m.user_id is not null and m.campaign_id is null)`.execute(db);
  return rows[0];
}

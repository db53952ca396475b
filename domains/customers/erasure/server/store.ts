import { sql } from "kysely";
import type { Person } from "#core/server/personRecords.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { identifiersOf } from "../rules.ts";

interface SamePerson {
  readonly id: number;
  readonly location_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
}

/** Where to look for a customer; without a location, in the whole business. */
export interface ErasureScope {
  readonly dealer_id: number;
  readonly location_id?: number;
}

/** The customer with everyone of the business who has a phone of theirs or was merged with them. */
async function samePerson(db: Db, { dealer_id, location_id }: ErasureScope, id: number): Promise<SamePerson[]> {
  const { rows } = await sql<SamePerson>`
    with recursive same as (
      select id, phone, merged_into from customers
      where dealer_id = ${dealer_id} and id = ${id} and phone <> ''
        and (${location_id ?? null}::bigint is null or location_id = ${location_id ?? null})
      union
      select other.id, other.phone, other.merged_into from same
      join customers as other on other.dealer_id = ${dealer_id} and other.phone <> '' and (
        other.phone = same.phone or other.id = same.merged_into or other.merged_into = same.id)
    )
    select id, location_id, first_name, last_name, email, phone from customers
    where dealer_id = ${dealer_id} and id in (select id from same) order by id for update`.execute(db);
  return rows;
}

/** Everything that a person is found by, with their locations; locks them. Undefined for an absent or erased customer. */
export async function findPerson(db: Db, where: ErasureScope, id: number) {
  const { dealer_id } = where;
  const customers = await samePerson(db, where, id);
  if (customers.length === 0) return undefined;
  const customer_ids = customers.map((customer) => customer.id);
  const shared = await sql<{ email: string }>`
    select distinct lower(email) as email from customers
    where dealer_id = ${dealer_id} and id <> all(${customer_ids}::bigint[])
      and lower(email) = any(${customers.map(({ email }) => email.toLowerCase())}::text[])`.execute(db);
  const chat_ids = await chatsOf(db, dealer_id, customer_ids);
  const identifiers = identifiersOf(customers, new Set(shared.rows.map(({ email }) => email)));
  const person: Person = { dealer_id, customer_ids, chat_ids, ...identifiers };
  return { person, location_ids: [...new Set(customers.map(({ location_id }) => location_id))] };
}

/** The chats of the customers; locks them, so that no text comes in between. */
export async function chatsOf(db: Db, dealer_id: number, customer_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from chats where dealer_id = ${dealer_id} and customer_id = any(${[...customer_ids]}::bigint[])
    order by id for update`.execute(db);
  return rows.map(({ id }) => id);
}

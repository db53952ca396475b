import { sql } from "kysely";
import type { RegistrationKind } from "#core/registration.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { RegistrationProblem } from "#ports/registration/registration.ts";
import type { QueuedRegistration, QueuePart, SavedTerms } from "../contract.ts";

/** The parts of the queue, by the state of their rows; a campaign that waits for its business is in none. */
const partsOf: Readonly<Record<QueuePart, readonly QueuedRegistration["state"][]>> = {
  to_do: ["refused", "stuck", "suspended"],
  with_carriers: ["submitting", "in_review"],
  not_started: ["not_started"],
  done: ["approved"],
};

/** What was submitted, and below it the businesses that have an unregistered number and submitted nothing. */
const queue = sql<QueueRow>`(
  select r.dealer_id, r.id as registration_id, r.kind, r.number, r.state, r.problems,
    coalesce(r.decided_at, (
      select max(e.at) from carrier_registration_events e
      where e.dealer_id = r.dealer_id and e.kind = r.kind and e.number = r.number and e.what = r.state), r.submitted_at) as since
  from carrier_registrations r
  union all
  select n.dealer_id, 0, 'business', '', 'not_started', '[]'::jsonb, min(n.registration_at)
  from phone_numbers n
  where n.registration = 'missing'
    and not exists (select from carrier_registrations r where r.dealer_id = n.dealer_id)
  group by n.dealer_id)`;

interface QueueRow {
  readonly dealer_id: number;
  readonly registration_id: number;
  readonly kind: RegistrationKind;
  readonly number: string;
  readonly state: QueuedRegistration["state"];
  readonly problems: RegistrationProblem[];
  readonly since: Date;
}

const isIn = (part: QueuePart) => sql<boolean>`queue.state = any(${[...partsOf[part]]}::text[])`;

/** The rows of one part of the queue. Needs a platform unit. */
export function queueRows(db: Db, part: QueuePart, client_id: number | undefined) {
  const rows = db
    .selectFrom(queue.as("queue"))
    .innerJoin("dealers", "dealers.id", "queue.dealer_id")
    .where(isIn(part))
    .select(["queue.dealer_id", "queue.registration_id", "queue.kind", "queue.number", "queue.state", "queue.since"])
    .select(["queue.problems", "dealers.business_name as client"]);
  return client_id === undefined ? rows : rows.where("queue.dealer_id", "=", client_id);
}

/** How many rows each part has. Needs a platform unit. */
export async function queueCounts(db: Db) {
  const count = (part: QueuePart) => sql<number>`(count(*) filter (where ${isIn(part)}))::int`.as(part);
  return db
    .selectFrom(queue.as("queue"))
    .select([count("to_do"), count("with_carriers"), count("not_started"), count("done")])
    .executeTakeFirstOrThrow();
}

/** A client's name; undefined when there is none. Needs a platform unit. */
export async function clientNameOf(db: Db, dealer_id: number): Promise<string | undefined> {
  const row = db.selectFrom("dealers").where("id", "=", dealer_id).select("business_name");
  return (await row.executeTakeFirst())?.business_name;
}

/** Saves the terms of registrations. Needs a platform unit. */
export async function saveTerms(db: Db, terms: SavedTerms): Promise<void> {
  await db.updateTable("registration_terms").set(terms).execute();
}

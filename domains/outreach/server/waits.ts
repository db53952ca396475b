import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { markReplied, markWaiting } from "#domains/inbox/list/server/public.ts";
import { lockChat } from "#domains/inbox/server/public.ts";

/** The wait of a customer's conversation that an email or a call ended. */
export interface EndedWait {
  readonly chat_id: number | null;
  readonly waited_since: Date | null;
  readonly wait_ended_at: Date | null;
}

export const noWait: EndedWait = { chat_id: null, waited_since: null, wait_ended_at: null };

/** Marks a customer's conversation as replied, where they wait since before `at`. @returns what takes that back. */
export async function endWait(
  unit: UnitOfWork,
  location: LocationKey,
  customer_id: number,
  at: Date,
): Promise<EndedWait> {
  const chat = await waitingChat(unit.db, location, customer_id);
  if (!chat || !(await lockChat(unit.db, location, chat.id))) return noWait;
  const since = (await waitingChat(unit.db, location, customer_id))?.waiting_since;
  if (!since || since > at) return noWait;
  await markReplied(unit, location, chat.id);
  return { chat_id: chat.id, waited_since: since, wait_ended_at: unit.now() };
}

/** Takes that back, unless someone wrote since. */
export async function resumeWait(
  unit: UnitOfWork,
  location: LocationKey,
  { chat_id, waited_since, wait_ended_at }: EndedWait,
): Promise<void> {
  if (chat_id === null || waited_since === null || wait_ended_at === null) return;
  if (!(await lockChat(unit.db, location, chat_id))) return;
  await markWaiting(unit, location, chat_id, { since: waited_since, marked_at: wait_ended_at });
}

/** The conversation of a customer, or of the one they were merged into, while they wait in it. */
async function waitingChat(db: Db, { dealer_id, location_id }: LocationKey, customer_id: number) {
  const { rows } = await sql<{ id: number; waiting_since: Date }>`select c.id, c.waiting_since from chats c
    where c.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.waiting_since is not null
      and c.customer_id in (${customer_id}, (select k.merged_into from customers k
        where k.dealer_id = ${dealer_id} and k.id = ${customer_id}))`.execute(db);
  return rows[0];
}

import type { StaffContext } from "#core/server/serve.ts";
import type { CustomerWork } from "#domains/customers/server/public.ts";
import { markDeleted } from "#domains/customers/server/store.ts";
import { listsOf, removeFromAllLists } from "#domains/lists/server/public.ts";
import { rememberDeletions } from "./store.ts";

interface DeletionRequest {
  readonly customer_ids: readonly number[];
  /** Cancels their open work, too; otherwise it stays. */
  readonly cancels_work: boolean;
}

/**
 * Deletes customers so that it can be undone. Their chats disappear too: the inbox only shows chats of live customers.
 *
 * @returns the ids that were not deleted before.
 */
export async function deleteCustomers(
  context: StaffContext,
  works: readonly CustomerWork[],
  { customer_ids, cancels_work }: DeletionRequest,
): Promise<number[]> {
  const { db, scope, who, audit, now } = context;
  const { dealer_id, location_id } = scope;
  const deleted_at = now();
  const ids = await markDeleted(db, scope, customer_ids, deleted_at);
  if (ids.length === 0) return [];
  const lists = await listsOf(db, scope, ids);
  await removeFromAllLists(db, scope, ids);
  const cancelled = new Map(ids.map((id) => [id, {} as Record<string, unknown[]>]));
  for (const { what, cancel } of cancels_work ? works : []) {
    for (const { customer_id, record } of await cancel(context, scope, ids, who.user_id)) {
      const ofCustomer = cancelled.get(customer_id);
      if (ofCustomer) ofCustomer[what] = [...(ofCustomer[what] ?? []), record];
    }
  }
  await rememberDeletions(
    db,
    ids.map((customer_id) => ({
      dealer_id,
      location_id,
      customer_id,
      deleted_by: who.user_id,
      deleted_at,
      list_ids: (lists.get(customer_id) ?? []).map(({ id }) => id),
      cancelled: cancelled.get(customer_id) ?? {},
    })),
  );
  for (const id of ids) {
    const counts = Object.entries(cancelled.get(id) ?? {}).map(([what, records]) => [`${what}s`, records.length]);
    await audit({ action: "deleted", subject: "customer", subject_id: id, detail: Object.fromEntries(counts) });
  }
  return ids;
}

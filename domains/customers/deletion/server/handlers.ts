import { orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { customers } from "#domains/customers/contract.ts";
import type { CustomerWork } from "#domains/customers/server/public.ts";
import { markDeleted } from "#domains/customers/server/store.ts";
import { customersInWords } from "#domains/lists/rules.ts";
import { addToList, listsOf, removeFromAllLists } from "#domains/lists/server/public.ts";
import type { customerDeletion } from "../contract.ts";
import { oldestRestorable, restoredText } from "../rules.ts";
import { deletedRows, lockDeleted, markLive, rememberDeletions, takenPhones } from "./store.ts";

/** Deletes customers. @param works what each domain keeps about them that may be canceled. */
export function removeHandlers(
  works: readonly CustomerWork[],
): Pick<Handlers<typeof customers>, "remove" | "removeChosen"> {
  return {
    async remove(context, { params: { id }, body: { cancel_work } }) {
      const request = { customer_ids: [id], cancels_work: cancel_work === 1 };
      orNotFound((await deleteCustomers(context, works, request))[0]);
    },

    async removeChosen(context, { body: { customer_ids, cancel_work } }) {
      const ids = await deleteCustomers(context, works, { customer_ids, cancels_work: cancel_work === 1 });
      const deleted = ids.length;
      return new CallResult(`${customersInWords(deleted)} deleted`, { deleted }, deleted === 0 ? "info" : "success");
    },
  };
}

/** @param works what each domain keeps about customers that is still to be done. */
export function customerDeletionHandlers(works: readonly CustomerWork[]): Handlers<typeof customerDeletion> {
  return {
    async openWork({ db, scope, now }, { body: { customer_ids } }) {
      const work = [];
      for (const { what, count } of works) work.push({ what, count: await count(db, scope, customer_ids, now()) });
      return { work };
    },

    async deleted({ db, scope, now }, { body }) {
      return tablePage(db, deletedRows(db, scope, oldestRestorable(now())), body, {
        sortable: ["deleted_at", "customer_name"],
        texts: ["customer_name"],
        searchable: ["customer_name", "phone", "email"],
        order: [
          ["deleted_at", "desc"],
          ["id", "desc"],
        ],
      });
    },

    async restore(context, { body: { customer_ids } }) {
      const { db, scope, audit, now } = context;
      const rows = await lockDeleted(db, scope, customer_ids, oldestRestorable(now()));
      const taken = await takenPhones(
        db,
        scope,
        rows.map(({ phone }) => phone),
      );
      const restorable = rows.filter(({ phone }, index) => {
        const isFirst = rows.findIndex((other) => other.phone === phone) === index;
        return isFirst && !taken.has(phone);
      });
      await markLive(
        db,
        scope,
        restorable.map(({ id }) => id),
      );
      for (const [list_id, customer_ids] of membersByList(restorable))
        await addToList(db, scope, list_id, customer_ids);
      for (const { what, restore } of works) {
        const records = restorable.flatMap(({ cancelled }) => cancelled[what] ?? []);
        if (records.length > 0) await restore(context, scope, records);
      }
      for (const { id } of restorable) await audit({ action: "restored", subject: "customer", subject_id: id });
      const result = { restored: restorable.length, refused: rows.length - restorable.length };
      return new CallResult(restoredText(result), result, result.refused > 0 ? "warning" : "success");
    },
  };
}

/** The customers of each list that they were in. */
function membersByList(restorable: readonly { id: number; list_ids: readonly number[] }[]): Map<number, number[]> {
  const memberships = restorable.flatMap(({ id, list_ids }) => list_ids.map((list_id) => ({ id, list_id })));
  const byList = Map.groupBy(memberships, ({ list_id }) => list_id);
  return new Map([...byList].map(([list_id, members]) => [list_id, members.map(({ id }) => id)]));
}

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
async function deleteCustomers(
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

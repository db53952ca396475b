import { invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { CustomerWork } from "#domains/customers/server/public.ts";
import { type duplicates, type LikelyPair, maxPairs } from "../contract.ts";
import { cannotUndo, reasonsFor } from "../rules.ts";
import { mergeDuplicates, planMerge } from "./mergeDuplicates.ts";
import { restoreAndMerge } from "./restoreAndMerge.ts";
import {
  type CandidatePair,
  comparedCustomers,
  findCandidates,
  findCandidatesOf,
  insertApart,
  mergesInto,
} from "./store.ts";
import { undoFacts, undoMerge } from "./undoMerge.ts";

/** @param works what each domain keeps about customers that is still to be done. */
export const duplicateHandlers = (works: readonly CustomerWork[]): Handlers<typeof duplicates> => ({
  async all(context) {
    const { pairs, isTruncated } = await findCandidates(context.db);
    return likelyPairs(context, pairs, isTruncated);
  },

  async ofCustomer(context, { params: { customer_id } }) {
    orNotFound((await comparedCustomers(context.db, context.scope, [customer_id])).get(customer_id));
    return likelyPairs(context, await findCandidatesOf(context.db, customer_id, maxPairs), false);
  },

  async apart({ db, scope, who, audit, now }, { body: { customer_id, other_id } }) {
    const pairById = await comparedCustomers(db, scope, [customer_id, other_id]);
    const [one, other] = [orNotFound(pairById.get(customer_id)), orNotFound(pairById.get(other_id))];
    if (one.id === other.id) throw invalidField("other_id", "Select two customers");
    const pair = { customer_id: Math.min(one.id, other.id), other_id: Math.max(one.id, other.id) };
    await insertApart(db, scope, { ...pair, user_id: who.user_id, at: now() });
    await audit({ action: "kept apart", subject: "customer", subject_id: one.id, detail: { other_id: other.id } });
  },

  async plan(context, { body }) {
    return planMerge(context.db, context.scope, body);
  },

  async merge(context, { body }) {
    return mergeDuplicates(context, body);
  },

  async merges({ db, scope, now }, { params: { customer_id } }) {
    orNotFound((await comparedCustomers(db, scope, [customer_id])).get(customer_id));
    const rows = await mergesInto(db, scope, customer_id);
    return rows.map((row) => ({
      merge_id: row.id,
      merged_name: row.merged_name,
      phone: row.phone,
      at: row.at,
      by: row.by,
      cannot_undo: cannotUndo(undoFacts(row, now())),
    }));
  },

  async undo(context, { body: { merge_id } }) {
    return undoMerge(context, merge_id);
  },

  async restore(context, { body: { customer_id } }) {
    return restoreAndMerge(context, works, customer_id);
  },
});

/** The candidates that the rules consider likely. */
async function likelyPairs({ db, scope }: StaffContext, all: readonly CandidatePair[], isTruncated: boolean) {
  const ids = new Set(all.flatMap(({ customer_id, other_id }) => [customer_id, other_id]));
  const customers = await comparedCustomers(db, scope, [...ids]);
  const pairs = all.flatMap(({ customer_id, other_id }): LikelyPair[] => {
    const [one, other] = [customers.get(customer_id), customers.get(other_id)];
    const reasons = one && other ? reasonsFor(one, other) : [];
    return one && other && reasons.length > 0 ? [{ one, other, reasons }] : [];
  });
  return { pairs: pairs.slice(0, maxPairs), truncated: isTruncated || pairs.length > maxPairs };
}

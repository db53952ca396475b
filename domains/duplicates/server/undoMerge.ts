import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { moveAppointmentsBack } from "#domains/appointments/server/public.ts";
import { customerName } from "#domains/customers/rules.ts";
import { lockCustomers, unmergeCustomer } from "#domains/customers/server/public.ts";
import { moveCallsBack } from "#domains/inbox/calls/server/public.ts";
import { moveChatBack, moveNotesBack } from "#domains/inbox/conversation/server/public.ts";
import { removeChatTags } from "#domains/inbox/list/server/public.ts";
import { moveScheduledBack } from "#domains/inbox/sending/server/public.ts";
import { lockInboundPhones } from "#domains/inbox/server/public.ts";
import { addToList, removeFromList } from "#domains/lists/server/public.ts";
import { duplicateEvents } from "../contract.ts";
import { cannotUndo, type MergeFacts } from "../rules.ts";
import { lockMerge, type MergeRecord, type MergeRow, markUndone, mergeById } from "./store.ts";

/** Undoes a merge, all or nothing. */
export async function undoMerge(context: StaffContext, merge_id: number) {
  const { db, scope, audit, now, publish } = context;
  const moved = orNotFound(await lockMerge(db, scope, merge_id));
  const row = orNotFound(await mergeById(db, scope, merge_id));
  const { kept_id, merged_id, phone } = row;
  const reason = cannotUndo(undoFacts(row, now()));
  if (reason) throw new Failure("conflict", reason);
  const other_phones = (await lockCustomers(db, scope, moved.customer.followers)).map((follower) => follower.phone);
  await lockInboundPhones(db, scope, [phone, ...other_phones]);

  const move = { from_customer: merged_id, to_customer: kept_id, phone, other_phones };
  await moveChatExtrasBack(context, { merged_id, phones: [phone, ...other_phones] }, moved);
  const since = await moveChatBack(context, scope, move, moved.chat);
  await unmergeCustomer(context, scope, { kept_id, merged_id, ...since }, moved.customer);
  await moveAppointmentsBack(context, scope.dealer_id, moved.appointments, { from: kept_id, to: merged_id });
  await moveListsBack(context, row, moved);

  await markUndone(db, scope.dealer_id, merge_id, now());
  await audit({
    action: "brought back",
    subject: "customer",
    subject_id: merged_id,
    detail: { from: kept_id, merge_id },
  });
  publish(duplicateEvents.merged, { kept_id, merged_id, undone: 1 });
  return { kept_id, merged_id };
}

/** Moves back what belonged to the chat besides its messages; additions since then stay with the kept customer. */
async function moveChatExtrasBack(
  { db, scope: { dealer_id } }: StaffContext,
  { merged_id, phones }: { readonly merged_id: number; readonly phones: readonly [own: string, ...others: string[]] },
  { chat: { from, into }, tags, notes }: MergeRecord,
) {
  if (!from || into === null) return;
  await moveCallsBack(db, dealer_id, into, { chat_id: from.id, customer_id: merged_id }, phones);
  await moveScheduledBack(db, dealer_id, into, from.id, phones);
  await removeChatTags(db, dealer_id, into, tags);
  await moveNotesBack(db, dealer_id, notes, from.id);
}

/** Restores list memberships, except for lists deleted since. */
async function moveListsBack(
  { db, scope }: StaffContext,
  { kept_id, merged_id }: MergeRow,
  { lists, joined }: MergeRecord,
) {
  for (const id of joined) await removeFromList(db, scope, id, [kept_id]);
  for (const id of lists) await addToList(db, scope, id, [merged_id]);
}

/** The facts that decide whether a merge can be undone. */
export function undoFacts(row: MergeRow, now: Date): MergeFacts {
  const displayName = (first_name: string | null, last_name: string | null, phone: string | null) =>
    customerName({ first_name: first_name ?? "", last_name: last_name ?? "", phone: phone ?? "" });
  return {
    at: row.at,
    now,
    undone: row.undone_at !== null,
    phone: row.phone,
    hasNewer: row.has_newer,
    kept_name: displayName(row.kept_first, row.kept_last, row.kept_phone),
    keptIsDeleted: row.kept_deleted_at !== null,
    keptIsMerged: row.kept_merged_into !== null,
    phoneOwner: row.owner_phone === null ? undefined : displayName(row.owner_first, row.owner_last, row.owner_phone),
  };
}

import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { moveAppointments } from "#domains/appointments/server/public.ts";
import { oldestRestorable } from "#domains/customers/deletion/rules.ts";
import { deletedRows, forgetDeletions, lockDeleted } from "#domains/customers/deletion/server/public.ts";
import { type CustomerWork, customerByPhone, lockCustomers, mergeCustomer } from "#domains/customers/server/public.ts";
import { moveChat } from "#domains/inbox/conversation/server/public.ts";
import { lockInboundPhones } from "#domains/inbox/server/public.ts";
import { addToList } from "#domains/lists/server/public.ts";
import { duplicateEvents } from "../contract.ts";
import { chosenCustom, chosenValues, suggestedChoices, suggestedCustom } from "../rules.ts";
import { moveChatExtras, whyApart } from "./mergeDuplicates.ts";
import { comparedCustomers, insertMerge } from "./store.ts";

/**
 * Brings a deleted customer back into the one who has their phone now, all or nothing. Locks phone, then chat, then customer,
 * in the same order as sending and receiving.
 */
export async function restoreAndMerge(context: StaffContext, works: readonly CustomerWork[], merged_id: number) {
  const { db, scope, who, audit, now, publish } = context;
  const since = oldestRestorable(now());
  const { phone } = orNotFound(
    await deletedRows(db, scope, since).where("customers.id", "=", merged_id).executeTakeFirst(),
  );
  await lockInboundPhones(db, scope, [phone]);
  const owner = await customerByPhone(db, scope, phone);
  if (!owner) throw new Failure("conflict", "Nobody else has this phone now. Restore the customer instead.");
  const kept_id = owner.id;
  const chat = await moveChat(context, scope, { from_customer: merged_id, to_customer: kept_id, phone });

  await lockCustomers(db, scope, [kept_id, merged_id]);
  const merged = orNotFound((await lockDeleted(db, scope, [merged_id], since))[0]);
  const kept = orNotFound((await comparedCustomers(db, scope, [kept_id])).get(kept_id));
  for (const { what, restore } of works) {
    const records = merged.cancelled[what] ?? [];
    if (records.length > 0) await restore(context, scope, records);
  }
  const problem = await whyApart(db, scope, { kept_id, merged_id });
  if (problem) throw new Failure("conflict", problem);

  const appointments = await moveAppointments(context, scope.dealer_id, merged_id, kept_id);
  const joined: number[] = [];
  for (const id of merged.list_ids) if ((await addToList(db, scope, id, [kept_id])) === 1) joined.push(id);
  const compared = { ...kept, ...merged };
  const [was, becomes] = [
    chosenValues(kept, compared, []),
    chosenValues(kept, compared, suggestedChoices(kept, compared)),
  ];
  const custom = chosenCustom(kept.custom, merged.custom, suggestedCustom(kept.custom, merged.custom));
  const customer = await mergeCustomer(context, scope, { kept_id, merged_id, was, becomes, custom });
  const extras = await moveChatExtras(context, { kept_id, phone }, chat);
  const moved = { customer, chat, ...extras, appointments, lists: [...merged.list_ids], joined };
  await forgetDeletions(db, scope.dealer_id, [merged_id]);

  const merge_id = await insertMerge(db, scope, { kept_id, merged_id, moved, user_id: who.user_id, at: now() });
  await audit({ action: "restored", subject: "customer", subject_id: merged_id });
  await audit({ action: "merged", subject: "customer", subject_id: merged_id, detail: { into: kept_id, merge_id } });
  publish(duplicateEvents.merged, { kept_id, merged_id, undone: 0 });
  return { merge_id, kept_id };
}

import { Failure, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { moveAppointments } from "#domains/appointments/server/public.ts";
import { customerById, lockCustomers, mergeCustomer } from "#domains/customers/server/public.ts";
import { type MovedChat, moveChat } from "#domains/inbox/conversation/server/public.ts";
import { moveNotes } from "#domains/inbox/notes/server/public.ts";
import { moveScheduled } from "#domains/inbox/schedule/server/public.ts";
import { holdInbound } from "#domains/inbox/server/public.ts";
import { copyTags } from "#domains/inbox/tags/server/public.ts";
import { moveCalls } from "#domains/inbox/voice/server/public.ts";
import { addToList, listsOf, removeFromAllLists } from "#domains/lists/server/public.ts";
import { type ChoiceName, duplicateEvents } from "../contract.ts";
import { chosenValues } from "../rules.ts";
import { type MergePair, planMerge } from "./planMerge.ts";
import { insertMerge } from "./store.ts";

/**
 * Merges a customer into another, all or nothing. Consent stays with each phone, and the strictest one counts. Locks phone,
 * then chat, then customer, in the same order as sending and receiving.
 */
export async function mergeDuplicates(
  context: StaffContext,
  { take, ...pair }: MergePair & { take: readonly ChoiceName[] },
) {
  const { db, scope, who, audit, now, publish } = context;
  const { kept_id, merged_id } = pair;
  const phone = await holdPhones(context, pair);
  const chat = await moveChat(context, scope, { from_customer: merged_id, to_customer: kept_id, phone });
  const { kept, merged } = await lockBoth(context, pair, phone);
  const { cannot_merge } = await planMerge(db, scope, pair);
  if (cannot_merge) throw new Failure("conflict", cannot_merge);

  const appointments = await moveAppointments(db, scope.dealer_id, merged_id, kept_id);
  const { lists, joined } = await moveLists(context, pair);
  const [was, becomes] = [chosenValues(kept, merged, []), chosenValues(kept, merged, take)];
  const customer = await mergeCustomer(context, scope, { kept_id, merged_id, was, becomes });

  const moved = {
    customer,
    chat,
    ...(await moveChatExtras(context, { kept_id, phone }, chat)),
    appointments,
    lists,
    joined,
  };
  const merge_id = await insertMerge(db, scope, { kept_id, merged_id, moved, user_id: who.user_id, at: now() });
  await audit({ action: "merged", subject: "customer", subject_id: merged_id, detail: { into: kept_id, merge_id } });
  publish(duplicateEvents.merged, { kept_id, merged_id, undone: 0 });
  return { merge_id, kept_id };
}

/** Blocks inbound texts from all of their phones until the merge commits. @returns the merged customer's own phone. */
async function holdPhones({ db, scope }: StaffContext, { kept_id, merged_id }: MergePair): Promise<string> {
  const kept = orNotFound(await customerById(db, scope, kept_id));
  const merged = orNotFound(await customerById(db, scope, merged_id));
  if (kept_id === merged_id) throw new Failure("conflict", "Select two customers.");
  const all = [kept, merged].flatMap(({ phone, other_phones }) => `${phone} ${other_phones}`.trim().split(" "));
  await holdInbound(db, scope, all);
  return merged.phone;
}

/** Locks both customers until the merge commits. */
async function lockBoth({ db, scope }: StaffContext, { kept_id, merged_id }: MergePair, phone: string) {
  const live = (await lockCustomers(db, scope, [kept_id, merged_id])).filter((row) => row.deleted_at === null);
  const kept = orNotFound(live.find(({ id }) => id === kept_id));
  const merged = orNotFound(live.find(({ id }) => id === merged_id));
  // The phone changed in between, and the new one is not locked.
  if (merged.phone !== phone) throw new Failure("conflict");
  return { kept, merged };
}

/** Moves what belongs to the chat besides its messages. */
export async function moveChatExtras(
  { db, scope: { dealer_id } }: StaffContext,
  { kept_id, phone }: { readonly kept_id: number; readonly phone: string },
  { from, into }: MovedChat,
) {
  if (!from || into === null) return { tags: [], notes: [] };
  await moveCalls(db, dealer_id, from.id, { chat_id: into, customer_id: kept_id });
  await moveScheduled(db, dealer_id, from.id, into, phone);
  const tags = await copyTags(db, dealer_id, from.id, into);
  return { tags, notes: await moveNotes(db, dealer_id, from.id, into) };
}

/** Moves the merged customer's list memberships to the kept customer. */
async function moveLists({ db, scope }: StaffContext, { kept_id, merged_id }: MergePair) {
  const lists = (await listsOf(db, scope, [merged_id])).get(merged_id)?.map(({ id }) => id) ?? [];
  const joined: number[] = [];
  for (const id of lists) if ((await addToList(db, scope, id, [kept_id])) === 1) joined.push(id);
  await removeFromAllLists(db, scope, [merged_id]);
  return { lists, joined };
}

import { Failure, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { countAppointments, findConflict, moveAppointments } from "#domains/appointments/server/public.ts";
import { customerById, fieldsInUse, lockCustomers, mergeCustomer } from "#domains/customers/server/public.ts";
import { moveCalls } from "#domains/inbox/calls/server/public.ts";
import { countMessagesWith, type MovedChat, moveChat, moveNotes } from "#domains/inbox/conversation/server/public.ts";
import { copyTags } from "#domains/inbox/list/server/public.ts";
import { moveScheduled } from "#domains/inbox/sending/server/public.ts";
import { lockInboundPhones } from "#domains/inbox/server/public.ts";
import { addToList, listsOf, removeFromAllLists } from "#domains/lists/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type ChoiceName, duplicateEvents, type MergePlan } from "../contract.ts";
import { chosenCustom, chosenValues, customDifferences, suggestedChoices, suggestedCustom } from "../rules.ts";
import { comparedCustomers, insertMerge } from "./store.ts";

/**
 * Merges a customer into another, all or nothing. Consent stays with each phone, and the strictest one counts. Locks phone,
 * then chat, then customer, in the same order as sending and receiving.
 */
export async function mergeDuplicates(
  context: StaffContext,
  { take, take_custom, ...pair }: MergePair & { take: readonly ChoiceName[]; take_custom: readonly string[] },
) {
  const { db, scope, who, audit, now, publish } = context;
  const { kept_id, merged_id } = pair;
  const phone = await holdPhones(context, pair);
  const chat = await moveChat(context, scope, { from_customer: merged_id, to_customer: kept_id, phone });
  const { kept, merged } = await lockBoth(context, pair, phone);
  const { cannot_merge, custom_fields } = await planMerge(db, scope, pair);
  if (cannot_merge) throw new Failure("conflict", cannot_merge);

  const appointments = await moveAppointments(context, scope.dealer_id, merged_id, kept_id);
  const { lists, joined } = await moveLists(context, pair);
  const [was, becomes] = [chosenValues(kept, merged, []), chosenValues(kept, merged, take)];
  // Nobody can choose the value of an archived field.
  const hidden = suggestedCustom(kept.custom, merged.custom).filter(
    (key) => !custom_fields.some((one) => one.key === key),
  );
  const custom = chosenCustom(kept.custom, merged.custom, [...take_custom, ...hidden]);
  const customer = await mergeCustomer(context, scope, { kept_id, merged_id, was, becomes, custom });

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
  await lockInboundPhones(db, scope, all);
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

/** The customer to keep, and the one to merge into it. */
interface MergePair {
  readonly kept_id: number;
  readonly merged_id: number;
}

/** What merging one customer into another would do. */
export async function planMerge(db: Db, scope: LocationScope, { kept_id, merged_id }: MergePair): Promise<MergePlan> {
  const byId = await comparedCustomers(db, scope, [kept_id, merged_id]);
  const [kept, merged] = [orNotFound(byId.get(kept_id)), orNotFound(byId.get(merged_id))];
  if (kept_id === merged_id) throw new Failure("conflict", "Select two customers.");
  const lists = await listsOf(db, scope, [kept_id, merged_id]);
  const differing = customDifferences(kept.custom, merged.custom);
  const keptListIds = new Set(lists.get(kept_id)?.map(({ id }) => id));
  return {
    kept,
    merged,
    messages: await countMessagesWith(db, scope, merged_id),
    appointments: await countAppointments(db, scope.dealer_id, merged_id),
    lists: (lists.get(merged_id) ?? []).filter(({ id }) => !keptListIds.has(id)).map(({ title }) => title),
    suggested: suggestedChoices(kept, merged),
    custom_fields:
      differing.length === 0
        ? []
        : (await fieldsInUse(db, scope.dealer_id)).filter(({ key }) => differing.includes(key)),
    becomes_opted_out: kept.optin_status === 0 || merged.optin_status === 0 ? 1 : 0,
    cannot_merge: await whyApart(db, scope, { kept_id, merged_id }),
  };
}

/** Why two customers can't be merged, as text; empty when they can. */
export async function whyApart(db: Db, scope: LocationScope, { kept_id, merged_id }: MergePair): Promise<string> {
  const { dealer_id, location_id } = scope;
  const at = await findConflict(db, dealer_id, kept_id, merged_id);
  if (!at) return "";
  const timeZone = (await locationById(db, dealer_id, location_id))?.time_zone ?? "UTC";
  const when = at.toLocaleString("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" });
  return `Both have an appointment on ${when}. Delete one of them first.`;
}

import { Failure, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { countAppointments, findConflict } from "#domains/appointments/server/public.ts";
import { countMessagesWith } from "#domains/inbox/conversation/server/public.ts";
import { listsOf } from "#domains/lists/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { MergePlan } from "../contract.ts";
import { suggestedChoices } from "../rules.ts";
import { comparedCustomers } from "./store.ts";

/** The customer to keep, and the one to merge into it. */
export interface MergePair {
  readonly kept_id: number;
  readonly merged_id: number;
}

/** What merging one customer into another would do. */
export async function planMerge(db: Db, scope: LocationScope, { kept_id, merged_id }: MergePair): Promise<MergePlan> {
  const byId = await comparedCustomers(db, scope, [kept_id, merged_id]);
  const [kept, merged] = [orNotFound(byId.get(kept_id)), orNotFound(byId.get(merged_id))];
  if (kept_id === merged_id) throw new Failure("conflict", "Select two customers.");
  const lists = await listsOf(db, scope, [kept_id, merged_id]);
  const keptListIds = new Set(lists.get(kept_id)?.map(({ id }) => id));
  return {
    kept,
    merged,
    messages: await countMessagesWith(db, scope, merged_id),
    appointments: await countAppointments(db, scope.dealer_id, merged_id),
    lists: (lists.get(merged_id) ?? []).filter(({ id }) => !keptListIds.has(id)).map(({ title }) => title),
    suggested: suggestedChoices(kept, merged),
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
  return `Both have an appointment on ${when}. Please delete one of the two first.`;
}

import type { HandOverRequest } from "#core/server/domainManifest.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { appointmentEvents } from "../contract.ts";
import { handedOverText, takenOverText } from "../rules.ts";
import { locationsHosted, lockHost, memberName, reassignHosted } from "./hostStore.ts";

/** Gives a departing member's pending appointments to whoever was chosen, as far as they can take them. */
export async function handOverHosted(unit: UnitOfWork, request: HandOverRequest): Promise<string> {
  const { db, publish } = unit;
  const { dealer_id, from } = request;
  const to = request.host_id ?? request.to;
  for (const host of [from, to].sort((one, other) => one - other)) await lockHost(db, dealer_id, host);
  const hosted = await locationsHosted(db, dealer_id, from);
  const location_ids = hosted.filter((id) => request.location_ids?.includes(id) ?? true);
  const successorAt: number[] = [];
  for (const location_id of location_ids) {
    const members = await membersAt(db, { dealer_id, location_id });
    if (members.some(({ id }) => id === to)) successorAt.push(location_id);
  }
  const rows = await reassignHosted(db, { dealer_id, from, to, location_ids, successorAt });
  for (const { id, location_id } of rows)
    publish(appointmentEvents.changed, { target_id: id }, { dealer_id, location_id });
  await notifySuccessor(unit, request, to, rows);
  const given = rows.filter(({ host_id }) => host_id === to).length;
  return handedOverText(await memberName(db, dealer_id, to), given, rows.length - given);
}

/** Tells the successor, unless they handed the work over themselves. */
async function notifySuccessor(
  unit: UnitOfWork,
  { dealer_id, from, to: actor }: HandOverRequest,
  to: number,
  rows: readonly { readonly location_id: number; readonly host_id: number | null }[],
): Promise<void> {
  if (to === actor) return;
  const title = takenOverText(await memberName(unit.db, dealer_id, from));
  const taken = Map.groupBy(
    rows.filter(({ host_id }) => host_id === to),
    ({ location_id }) => location_id,
  );
  for (const [location_id, { length }] of taken) {
    const text = length === 1 ? "1 appointment" : `${length} appointments`;
    await notify(unit, { dealer_id, location_id, user_ids: [to] }, { kind: "appointment", title, text, chat_id: null });
  }
}

import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { remindJob } from "./jobs.ts";
import { type InviteRow, updateInvite } from "./store.ts";

/** Seconds from now until an instant, rounded up. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}

/** Plans an invite's one reminder. @param days 0: none. */
export async function scheduleReminder(
  unit: UnitOfWork,
  { dealer_id, id }: Pick<InviteRow, "dealer_id" | "id">,
  days: number,
): Promise<void> {
  if (days === 0) return;
  const remind_at = new Date(unit.now().getTime() + days * 86_400_000);
  await updateInvite(unit.db, dealer_id, id, { remind_at });
  unit.enqueue(remindJob, { dealer_id, invite_id: id }, { delaySeconds: secondsUntil(remind_at, unit.now()) });
}

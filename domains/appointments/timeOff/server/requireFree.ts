import { Failure } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { lockHost, memberName } from "#domains/appointments/server/hostStore.ts";
import { appointmentRows } from "#domains/appointments/server/tableStore.ts";
import { type AppointmentsInTimeOff, mostListed } from "../contract.ts";
import { busyText } from "../rules.ts";
import type { NewTimeOff } from "./store.ts";

type PlannedSpan = Pick<NewTimeOff, "user_id" | "starts_at" | "ends_at">;

/**
 * Locks the member's appointments and refuses time off in which they have some here. Those at other locations are found by
 * the table's constraint; `orAway` words that.
 *
 * @throws Failure `conflict` with `AppointmentsInTimeOff`.
 */
export async function requireFree(
  db: Db,
  scope: LocationScope,
  { user_id, starts_at, ends_at }: PlannedSpan,
): Promise<void> {
  await lockHost(db, scope.dealer_id, user_id);
  const filter = { host_id: user_id, status: 0 as const, endsAfter: starts_at, before: ends_at, search: "" };
  const order = { key: "datetime", dir: "asc", after: undefined, skip: 0, limit: mostListed } as const;
  const rows = await appointmentRows(db, scope, filter, order);
  if (rows.length === 0) return;
  const data: AppointmentsInTimeOff = {
    reason: "appointments",
    appointments: rows.map(({ datetime_us, created_us, ...row }) => ({
      ...row,
      datetime: row.datetime.toISOString(),
      ends_at: row.ends_at.toISOString(),
      created: row.created.toISOString(),
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
      change_asked_at: row.change_asked_at?.toISOString() ?? null,
    })),
  };
  throw new Failure("conflict", busyText(await memberName(db, scope.dealer_id, user_id), rows.length), { data });
}

/** Words the refusal of the table's constraint; any other error stays as it is. */
export function orAway(error: unknown, name: string): unknown {
  if (violatedConstraint(error) !== "host_times_not_off") return error;
  const data: AppointmentsInTimeOff = { reason: "appointments", appointments: [] };
  return new Failure("conflict", busyText(name, 0), { data });
}

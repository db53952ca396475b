import type { LocationKey } from "#core/people.ts";
import { midnight } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { membersOff } from "#domains/appointments/timeOff/server/public.ts";
import { hoursOf, type LocalHours } from "#domains/locations/hours/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { membersWorking } from "#domains/team/workingHours/server/public.ts";
import type { Rule, Teammate } from "../rules.ts";
import { loadsOf, rulesOf } from "./store.ts";

/** A location's rules, its hours, and who could get a lead. */
export interface Floor {
  readonly rules: readonly Rule[];
  readonly hours: LocalHours;
  readonly team: readonly NamedTeammate[];
}

export interface NamedTeammate extends Teammate {
  readonly name: string;
}

/** What decides on a location's leads now. */
export async function floorOf(db: Db, location: LocationKey, now: Date): Promise<Floor> {
  const [rules, hours, members] = [
    await rulesOf(db, location),
    await hoursOf(db, location),
    await membersAt(db, location),
  ];
  const ids = members.map(({ id }) => id);
  const working = await membersWorking(db, location, hours, ids, now);
  const off = await membersOff(db, location.dealer_id, ids, now);
  const loads = await loadsOf(db, location, ids, midnight(now, hours.time_zone));
  const team = members.map(({ id, first_name, last_name, user_type }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    role: user_type,
    is_on_shift: working.has(id) && !off.has(id),
    ...(loads.get(id) ?? { today: 0, open: 0, last_at: null }),
  }));
  return { rules, hours, team };
}

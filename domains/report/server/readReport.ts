import type { CurrentUser, LocationKey, LocationScope } from "#core/people.ts";
import type { TimeRange } from "#core/periods.ts";
import type { Deps } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { leadsByOwner } from "#domains/dashboard/leads/server/public.ts";
import { sentByMember } from "#domains/dashboard/server/public.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { boardRange, leadColumnsOf, previousBoardRange, todayRange } from "#domains/leaderboard/rules.ts";
import { answersByMember, appointmentsByMember } from "#domains/leaderboard/server/public.ts";
import { locationsOfMember } from "#domains/locations/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import type { ReportRow } from "../contract.ts";
import { hasActivity } from "../rules.ts";
import { assignedByMember, peopleById, receivedByMember } from "./store.ts";

/** The parts of a call's context that the report needs. */
export type ReportContext = Pick<Deps, "within" | "ports" | "origin"> & {
  readonly who: CurrentUser;
  readonly scope: LocationScope;
};

/** One of the caller's locations. */
export type ReportLocation = Awaited<ReturnType<typeof locationsOfMember>>[number];

/** The caller's locations; for support access, only the one it covers. */
export async function reportLocations({ within, origin, who, scope }: ReportContext): Promise<ReportLocation[]> {
  const { dealer_id, location_id } = scope;
  const { user_id, role, supportAccess } = who;
  const rooftops = await within.readOnly(scope, origin, ({ db }) =>
    locationsOfMember(db, { dealer_id, user_id, role }),
  );
  return supportAccess ? rooftops.filter(({ id }) => id === location_id) : rooftops;
}

/** Reads in one location's scope, so that row security hides all others. */
export async function readAtLocation<T>(
  { within, origin, scope }: ReportContext,
  rooftop: ReportLocation,
  read: (db: Db, place: LocationKey) => Promise<T>,
): Promise<T> {
  const { dealer_id, location_id } = scope;
  const place = { dealer_id, location_id: rooftop.id };
  if (place.location_id === location_id) return within.readOnly(scope, origin, ({ db }) => read(db, place));
  return within.business(place, "report", ({ db }) => read(db, place));
}

/** Reads the report of a period location by location. */
export const readReport = (context: ReportContext, period: BoardPeriod, now: Date) =>
  readRanges(context, now, (zone) => boardRange(period, now, zone));

/** Reads the report of the period before; null for one that has none. */
export async function readReportBefore(
  context: ReportContext,
  period: BoardPeriod,
  now: Date,
): Promise<ReportRow[] | null> {
  if (!previousBoardRange(period, now, "UTC")) return null;
  return readRanges(context, now, (zone) => previousBoardRange(period, now, zone) ?? boardRange(period, now, zone));
}

/** Reads the report of each location's range, which begins at a midnight there. */
async function readRanges(
  context: ReportContext,
  now: Date,
  rangeIn: (zone: string) => TimeRange,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = [];
  for (const rooftop of await reportLocations(context)) {
    const range = rangeIn(rooftop.time_zone);
    rows.push(...(await readAtLocation(context, rooftop, (db, place) => rowsAt(db, place, rooftop, range, now))));
  }
  return rows;
}

async function rowsAt(
  db: Db,
  place: LocationKey,
  { title: location, time_zone }: ReportLocation,
  range: TimeRange,
  now: Date,
): Promise<ReportRow[]> {
  const members = await membersAt(db, place);
  const assigned = byMember(await assignedByMember(db, place));
  const received = byMember(await receivedByMember(db, place, range));
  const sent = byMember(await sentByMember(db, place, range));
  const answers = byMember(await answersByMember(db, place, range));
  const set = byMember(await appointmentsByMember(db, place, range, todayRange(now, time_zone)));
  const leads = byMember(await leadsByOwner(db, place, range));
  const currentIds = new Set(members.map(({ id }) => id));
  const activeIds = [assigned, received, sent, answers, set, leads].flatMap((figures) => [...figures.keys()]);
  const formerMembers = await peopleById(
    db,
    place.dealer_id,
    [...new Set(activeIds)].filter((id) => !currentIds.has(id)),
  );
  const rows = [...members, ...formerMembers].map(({ id, first_name, last_name }) => ({
    id,
    user_name: `${first_name} ${last_name}`.trim(),
    location_id: place.location_id,
    location,
    time_zone,
    is_here: currentIds.has(id) ? (1 as const) : (0 as const),
    assign_to: assigned.get(id)?.count ?? 0,
    message_received: received.get(id)?.count ?? 0,
    message_sent: sent.get(id)?.sent ?? 0,
    messages_answered: answers.get(id)?.messages_answered ?? 0,
    median_first_response: answers.get(id)?.median_first_response ?? null,
    appointments_set: set.get(id)?.all_appointments ?? 0,
    ...leadColumnsOf(leads.get(id)),
  }));
  return rows.filter((row) => row.is_here || hasActivity(row));
}

function byMember<Row extends { readonly user_id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.user_id, row]));
}

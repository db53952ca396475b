import type { TableQuery } from "#core/call.ts";
import type { LocationKey } from "#core/people.ts";
import { keysetPage, maxCountedRows } from "#core/server/keysetPage.ts";
import type { TablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentPeriod } from "../contract.ts";
import { boundsOfDay, dayOf, searchedDay, spanOf } from "../rules.ts";
import {
  type AppointmentFilter,
  type AppointmentKey,
  type AppointmentRow,
  appointmentKeys,
  appointmentRows,
  countAppointments,
  countOutcomes,
} from "./tableStore.ts";

/** Filters as a request names them. */
type FilterRequest = Omit<AppointmentFilter, "from" | "before" | "endsAfter" | "search">;

/** The location's clock. */
interface LocalTime {
  readonly now: Date;
  readonly zone: string;
}

/** One page of the appointments table. A search for a day finds it in any period. */
export function appointmentsPage(
  db: Db,
  location: LocationKey,
  query: TableQuery & FilterRequest & { readonly period?: AppointmentPeriod | "" | undefined },
  { now, zone }: LocalTime,
): Promise<TablePage<AppointmentRow>> {
  const { customer_id, status, type, user_id, host_id, period } = query;
  const search = query.search.value.trim();
  const unsearched = {
    customer_id,
    status,
    type,
    user_id,
    host_id,
    search: "",
    ...(period && spanOf(period, now, zone)),
  };
  const day = searchedDay(search, dayOf(now, zone));
  const filter = day ? { ...unsearched, ...spanOfDay(day, zone) } : { ...unsearched, search };
  return keysetPage<AppointmentRow, AppointmentKey>(query, {
    sortable: appointmentKeys,
    defaultOrder: { key: "id", dir: "desc" },
    valueOf: keyValueOf,
    read: async (range, knowsMore) => {
      const rows = await appointmentRows(db, location, filter, range);
      const found = knowsMore ? maxCountedRows + 1 : await countAppointments(db, location, filter);
      const total = search !== "" ? await countAppointments(db, location, unsearched) : found;
      const capped = (count: number) => Math.min(count, maxCountedRows);
      return { rows, counted: { total: capped(total), filtered: capped(found), isMore: found > maxCountedRows } };
    },
  });
}

/** How many appointments are today, upcoming and past. */
export async function countPeriods(
  db: Db,
  location: LocationKey,
  { search_param, ...chosen }: FilterRequest & { readonly search_param: string },
  { now, zone }: LocalTime,
) {
  const day = searchedDay(search_param, dayOf(now, zone));
  const searched = day ? spanOfDay(day, zone) : {};
  const within = (period: AppointmentPeriod) => ({
    ...chosen,
    search: day ? "" : search_param.trim(),
    ...overlap(spanOf(period, now, zone), searched),
  });
  const past = await countAppointments(db, location, within("past"));
  return {
    today: await countOutcomes(db, location, within("today"), now),
    upcoming: Math.min(await countAppointments(db, location, within("upcoming")), maxCountedRows),
    past: Math.min(past, maxCountedRows),
    past_is_more: past > maxCountedRows,
  };
}

interface TimeSpan {
  readonly from?: Date;
  readonly before?: Date;
}

function overlap(one: TimeSpan, other: TimeSpan): TimeSpan {
  const from = [one.from, other.from].flatMap((at) => at ?? []).sort((a, b) => b.getTime() - a.getTime())[0];
  const before = [one.before, other.before].flatMap((at) => at ?? []).sort((a, b) => a.getTime() - b.getTime())[0];
  return { ...(from && { from }), ...(before && { before }) };
}

function spanOfDay(day: string, zone: string): TimeSpan {
  const { start, end } = boundsOfDay(day, zone);
  return { from: start, before: end };
}

function keyValueOf(row: AppointmentRow, key: AppointmentKey): string | number {
  if (key === "datetime") return row.datetime_us;
  return key === "created" ? row.created_us : row[key];
}

import { csvOf } from "#core/csv.ts";
import { invalidField, orNotFound } from "#core/failure.ts";
import { type Period, rangeOf } from "#core/periods.ts";
import { formatPhone } from "#core/phone.ts";
import { logPage } from "#core/server/positions.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { clockTime, wallTimeAt } from "#core/wallTime.ts";
import { seesDeleted } from "#domains/inbox/conversation/rules.ts";
import { fileUrlsFor } from "#domains/inbox/server/messageStore.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { callLog } from "../contract.ts";
import { personSearch } from "../rules.ts";
import {
  type CallFilter,
  type CallLog,
  type CallLogRow,
  callerOf,
  callsForFile,
  openCallLog,
  saveSpam,
} from "./callLogStore.ts";

export const callLogHandlers: Handlers<typeof callLog> = {
  async table(context, { body }) {
    const { log } = await logOf(context, body, body.search.value);
    return logPage(body, {
      key: "started_at",
      read: async (range) => (await log.read(range)).map((row) => toView(context, row)),
      count: log.count,
    });
  },

  async markSpam({ db, scope, audit }, { params: { id }, body: { spam } }) {
    const { from_number: phone, direction } = orNotFound(await callerOf(db, scope, id));
    if (phone === "" || direction === "outgoing") throw invalidField("spam", "Only a caller's number can be marked");
    await saveSpam(db, scope, { phone, spam });
    const action = spam === 1 ? "marked a caller as spam" : "took a caller off spam";
    await audit({ action, subject: "call", subject_id: id });
  },

  async export(context, { body }) {
    const { log, time_zone } = await logOf(context, body, body.search);
    const rows = await callsForFile(log);
    await context.audit({ action: "exported", subject: "calls", detail: { rows: rows.length } });
    const day = context.now().toISOString().slice(0, 10);
    const file_name = `calls-${day}.csv`;
    return { file_name, csv: csvOf([csvHeader, ...rows.map((row) => csvRow(row, time_zone))]) };
  },
};

async function logOf(
  { db, scope, now }: StaffContext,
  { period, ...shown }: Pick<CallFilter, "show" | "source"> & { readonly period: Period },
  term: string,
): Promise<{ log: CallLog; time_zone: string }> {
  const { dealer_id, location_id } = scope;
  const { time_zone } = orNotFound(await locationById(db, dealer_id, location_id));
  const { from } = rangeOf(period, now(), time_zone);
  const filter = { dealer_id, location_id, from, ...shown, search: personSearch(term) };
  return { log: await openCallLog(db, filter), time_zone };
}

function toView(context: StaffContext, row: CallLogRow) {
  const { recording_key, recording_row_state, recording_consent, is_deleted, ...call } = row;
  const isHidden = is_deleted && !seesDeleted(context.who);
  const isUnannounced = row.outcome === "answered" && recording_consent === 0;
  return {
    ...call,
    recording: isHidden || recording_key === null ? null : fileUrlsFor(context)(recording_key),
    recording_state: isHidden ? "none" : isUnannounced ? "unannounced" : stateOf(recording_row_state),
  } as const;
}

function stateOf(state: string | null) {
  if (state === "kept") return "kept";
  return state === null ? "none" : state === "failed" ? "lost" : "coming";
}

const csvHeader = [
  "Date",
  "Time",
  "Phone",
  "Customer",
  "Type",
  "Outcome",
  "Source",
  "Duration (seconds)",
  "First",
  "Spam",
];

/** A call in a file; date and time as at the location. */
function csvRow(row: CallLogRow, time_zone: string): readonly (string | number)[] {
  const { date, minutes } = wallTimeAt(row.started_at, time_zone);
  const time = clockTime(minutes);
  const phone = row.phone === "" ? "" : formatPhone(row.phone);
  const flag = (value: number) => (value === 1 ? "yes" : "");
  return [
    date,
    time,
    phone,
    row.customer_name,
    row.direction,
    row.outcome,
    row.source,
    row.duration ?? "",
    flag(row.first_time),
    flag(row.spam),
  ];
}

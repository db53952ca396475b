import { csvOf } from "#core/csv.ts";
import { orNotFound } from "#core/failure.ts";
import { type Period, rangeOf } from "#core/periods.ts";
import { formatPhone } from "#core/phone.ts";
import { logPage } from "#core/server/positions.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { segmentsOf } from "#core/smsCounter.ts";
import { clockTime, wallTimeAt } from "#core/wallTime.ts";
import { personSearch } from "#domains/inbox/calls/rules.ts";
import { locationById, senderNumber } from "#domains/locations/server/public.ts";
import type { ShownTexts, tracking } from "../contract.ts";
import type { TextLogRow } from "./conversationStore.ts";
import { openTextLog, type TextLog, textsForFile } from "./store.ts";

export const trackingHandlers: Handlers<typeof tracking> = {
  async texts(context, { body }) {
    const { log } = await logOf(context, body, body.search.value);
    return logPage(body, {
      key: "sent_at",
      read: async (range) => (await log.read(range)).map(toView),
      count: log.count,
    });
  },

  async exportTexts(context, { body }) {
    const { log, time_zone } = await logOf(context, body, body.search);
    const rows = await textsForFile(log);
    await context.audit({ action: "exported", subject: "texts", detail: { rows: rows.length } });
    const day = context.now().toISOString().slice(0, 10);
    return { file_name: `texts-${day}.csv`, csv: csvOf([header, ...rows.map((row) => csvRow(row, time_zone))]) };
  },
};

async function logOf(
  { db, scope, now }: StaffContext,
  { period, show, source }: { readonly period: Period; readonly show: ShownTexts; readonly source: string },
  term: string,
): Promise<{ log: TextLog; time_zone: string }> {
  const { dealer_id, location_id } = scope;
  // Independent statements are pipelined.
  const [location, own_number] = await Promise.all([
    locationById(db, dealer_id, location_id),
    senderNumber(db, dealer_id, location_id),
  ]);
  const { time_zone } = orNotFound(location);
  const { from } = rangeOf(period, now(), time_zone);
  const filter = { dealer_id, location_id, from, show, source, search: personSearch(term) };
  return { log: await openTextLog(db, filter, own_number ?? ""), time_zone };
}

function toView({ words, counted_segments, ...row }: TextLogRow) {
  return { ...row, segments: counted_segments ?? segmentsOf(words).count };
}

const header = ["Date", "Time", "Sms From", "Sms To", "Customer", "Sms Type", "By", "Source", "State", "Segments"];

/** A text in a file; date and time as at the location. */
function csvRow(row: TextLogRow, time_zone: string): readonly (string | number)[] {
  const { date, minutes } = wallTimeAt(row.sent_at, time_zone);
  const time = clockTime(minutes);
  const phone = (number: string) => (number === "" ? "" : formatPhone(number));
  const { from_number, to_number, customer_name, type, by, source, state } = row;
  return [
    date,
    time,
    phone(from_number),
    phone(to_number),
    customer_name,
    type,
    by,
    source,
    state,
    toView(row).segments,
  ];
}

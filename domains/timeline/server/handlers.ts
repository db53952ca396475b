import { orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { daysLater, instantAt, wallTimeAt } from "#core/wallTime.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type EntryKind, type timeline, timelineKinds } from "../contract.ts";
import { cursorBefore, cursorText, kindOf, pageOf, parseCursor, sourcesOf } from "../rules.ts";
import { entriesOf } from "./entries.ts";
import { countSources, findSubject, readComing, readSources } from "./store.ts";

export const timelineHandlers: Handlers<typeof timeline> = {
  async entries(context, { params, body: { kinds, search, until, after, length } }) {
    const { db, scope, now } = context;
    const subject = orNotFound(await findSubject(db, scope, params.customer_id));
    const zone = await zoneOf(context);
    const start =
      until === "" ? undefined : cursorBefore(instantAt({ date: daysLater(until, 1), minutes: 0 }, zone, "next"));
    const reads = await readSources(db, subject, {
      sources: sourcesOf(kinds),
      search,
      after: after === "" ? start : parseCursor(after),
      entries: length,
      now: now(),
    });
    const { groups, next } = pageOf(reads, length, (at) => wallTimeAt(at, zone).date);
    const entries = await entriesOf(context, subject, groups);
    return { customer_id: subject.customer_id, entries, next: next ? cursorText(next) : "" };
  },

  async summary(context, { params }) {
    const { db, scope, now } = context;
    const subject = orNotFound(await findSubject(db, scope, params.customer_id));
    const [ofSources, coming] = [await countSources(db, subject, now()), await readComing(db, subject, now())];
    const counts = Object.fromEntries(timelineKinds.map((kind) => [kind, 0])) as Record<EntryKind, number>;
    for (const [source, count] of ofSources) counts[kindOf[source]] += count;
    counts.task += coming.tasks;
    counts.appointment += coming.appointments;
    const entries = await entriesOf(
      context,
      subject,
      coming.positions.map((position) => [position]),
    );
    return { customer_id: subject.customer_id, counts, coming: entries };
  },
};

async function zoneOf({ db, scope }: StaffContext): Promise<string> {
  return orNotFound(await locationById(db, scope.dealer_id, scope.location_id)).time_zone;
}

import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Handlers, Server } from "#core/server/serve.ts";
import type { SequencedRoom } from "#ports/realtime/realtime.ts";
import { type live, maxMissedEvents } from "../contract.ts";
import { deleteEventsBefore, eventsAfter, lastSequencesOf } from "./public.ts";

export const missedEventHandlers: Handlers<typeof live> = {
  async since({ db, scope, who }, { body }) {
    const { dealer_id, location_id } = scope;
    // Exactly the rooms that this session's live connection joins. Location 0 has no events.
    const rooms = [
      { kind: "dealer", dealer_id },
      { kind: "location", dealer_id, location_id: location_id ?? 0 },
      { kind: "user", dealer_id, user_id: who.user_id },
    ] as const satisfies SequencedRoom[];
    // Read the last sequences first: an event that arrives meanwhile is then delivered twice at worst, never lost.
    const [dealer = 0, location = 0, user = 0] = await lastSequencesOf(db, rooms);
    const lastSequences = { dealer, location, user };
    const staleRooms = rooms.filter(({ kind }) => lastSequences[kind] > body[kind]);
    const eventsByRoom = await Promise.all(
      staleRooms.map((room) => eventsAfter(db, room, body[room.kind], maxMissedEvents + 1)),
    );
    const events = eventsByRoom.flat().sort((a, b) => a.mark.seq - b.mark.seq);
    const isComplete = staleRooms.every(({ kind }, index) => isContiguous(eventsByRoom[index]?.[0], body[kind]));
    return isComplete && events.length <= maxMissedEvents
      ? { events, heads: lastSequences, complete: 1 }
      : { events: [], heads: lastSequences, complete: 0 };
  },
};

/** True if no event is missing between `seq` and the first one that is still stored. */
function isContiguous(first: { mark: { after: number } } | undefined, seq: number): boolean {
  return first !== undefined && first.mark.after <= seq;
}

/** Publishes pending events of crashed processes, and deletes events older than an hour. */
export const sweepEventsJob = job("live.sweepEvents", z.object({}), { retries: 0 });

const retentionMs = 60 * 60_000;

/** Publishes events that a crashed process left pending, and deletes those past retention. */
export async function sweepEvents({ within }: Server): Promise<void> {
  await within.publishPending();
  await within.eachCell("old events", ({ db, now }) => deleteEventsBefore(db, new Date(now().getTime() - retentionMs)));
}

export const eventWorkers = [worker(sweepEventsJob, sweepEvents, { schedule: "* * * * *", atStart: sweepEvents })];

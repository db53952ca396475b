import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { deleteSeatsUnseenSince } from "./store.ts";

/** Forgets who was in a room long ago. */
export const sweepRoomsJob = job("meetings.sweepRooms", z.object({}), { retries: 0, concurrency: 1 });

const anHour = 3_600_000;

/** Deletes the seats, with their signals, of browsers that were not heard of for an hour. */
export async function sweepRooms({ within }: Pick<Server, "within">): Promise<void> {
  await within.eachCell("abandoned seats of video rooms", ({ db, now }) =>
    deleteSeatsUnseenSince(db, new Date(now().getTime() - anHour)),
  );
}

export const roomWorkers = [worker(sweepRoomsJob, sweepRooms, { schedule: "*/10 * * * *" })];

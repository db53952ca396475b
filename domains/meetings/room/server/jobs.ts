import * as z from "zod/mini";
import { job } from "#core/job.ts";

/** Forgets who was in a room long ago. */
export const sweepRoomsJob = job("meetings.sweepRooms", z.object({}), { retries: 0, concurrency: 1 });

import type { Server } from "#core/server/serve.ts";
import { deleteSeatsUnseenSince } from "./seatStore.ts";

const anHour = 3_600_000;

/** Deletes the seats, with their signals, of browsers that were not heard of for an hour. */
export async function sweepRooms({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("abandoned seats of video rooms", ({ db, now }) =>
    deleteSeatsUnseenSince(db, new Date(now().getTime() - anHour)),
  );
}

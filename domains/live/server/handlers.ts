import type { Handlers } from "#core/server/serve.ts";
import type { MarkedRoom } from "#ports/realtime/realtime.ts";
import { type live, mostMissed } from "../contract.ts";
import { eventsAfter, headsOf } from "./store.ts";

export const liveHandlers: Handlers<typeof live> = {
  async since({ db, scope, who }, { body }) {
    const { dealer_id, location_id } = scope;
    // The rooms that this session's live connection joins, and no others. Without a location nothing is heard of any.
    const rooms = [
      { kind: "dealer", dealer_id },
      { kind: "location", dealer_id, location_id: location_id ?? 0 },
      { kind: "user", dealer_id, user_id: who.user_id },
    ] as const satisfies MarkedRoom[];
    // First the heads: what comes meanwhile is among the events or still ahead, never between the two.
    const [dealer = 0, location = 0, user = 0] = await headsOf(db, rooms);
    const heads = { dealer, location, user };
    const behind = rooms.filter(({ kind }) => heads[kind] > body[kind]);
    const found = await Promise.all(behind.map((room) => eventsAfter(db, room, body[room.kind], mostMissed + 1)));
    const events = found.flat().sort((a, b) => a.mark.seq - b.mark.seq);
    const isWhole = behind.every(({ kind }, at) => reaches(found[at]?.[0], body[kind]));
    return isWhole && events.length <= mostMissed ? { events, heads, complete: 1 } : { events: [], heads, complete: 0 };
  },
};

/** True when nothing is missing between what the browser has of a room and the first event that is still kept. */
function reaches(first: { mark: { after: number } } | undefined, seq: number): boolean {
  return first !== undefined && first.mark.after <= seq;
}

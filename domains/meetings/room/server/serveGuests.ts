import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Failure } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import type { Server } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { readJoinLink } from "#domains/meetings/server/joinUrl.ts";
import { EnteredRoom, GuestEntry, GuestExchange, GuestLeave, RoomNews } from "../contract.ts";
import { maxExchangeBytes } from "../fields.ts";
import { guestLimits, newsWait } from "../rules.ts";
import { enterAsGuest, exchangeNews, leaveRoom, roomWakes } from "./seats.ts";
import { guestSeatByToken, type RoomKey, type RoomRow, roomOf } from "./store.ts";

type GuestRequest = FastifyRequest<{ Body: unknown }>;

const reason = "the customer's side of a video room";

const unknownLink = () => new Failure("absent", "This link doesn't work.");

/**
 * The customer's side of the video room: plain requests with the meeting's signed link. News is answered when it
 * arrives, or after a while.
 */
export function serveGuests(server: Server): void {
  const { http, within, limits, secret, iceServers } = server;
  const closing = new AbortController();
  http.addHook("preClose", async () => closing.abort());
  /** The waiting request of each seat; a newer one ends it. */
  const waiting = new Map<number, AbortController>();

  /** The meeting that a link of ours names. */
  function keyOf(link: string): RoomKey & { readonly link_version: number } {
    const key = readJoinLink(secret, link);
    if (!key) throw unknownLink();
    return key;
  }

  /** Works on a link's meeting. A replaced or foreign link has none. */
  async function withRoom<Result>(
    link: string,
    work: (unit: UnitOfWork, key: RoomKey, room: RoomRow | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { dealer_id, appointment_id, link_version } = keyOf(link);
    return within.business({ dealer_id }, reason, async (unit) => {
      const room = await roomOf(unit.db, { dealer_id, appointment_id });
      if (room && room.link_version !== link_version) throw unknownLink();
      return work(unit, { dealer_id, appointment_id }, room);
    });
  }

  /** Counts a request of an open room's link alone: others use up nothing of the meeting's own. */
  const takeEntry = async (link: string, ip: string) => {
    const { isOpen, meeting } = await withRoom(link, async (_unit, { dealer_id, appointment_id }, room) => ({
      isOpen: room !== undefined,
      meeting: `${dealer_id} ${appointment_id}`,
    }));
    if (!isOpen) return;
    const { entries, entriesOfMeeting } = guestLimits;
    await limits.consume("meeting room", `${meeting} ${ip}`, entries.points, entries.seconds);
    await limits.consume("meeting room of all", meeting, entriesOfMeeting.points, entriesOfMeeting.seconds);
  };

  /** Counts a request of a seat that there is. Without one, nothing is stored, so that strangers fill no table. */
  const takeExchange = async (link: string, token: string) => {
    const key = keyOf(link);
    const seat = await within.cellOf.read(key, reason, (db) => guestSeatByToken(db, key, hashToken(token)));
    const { points, seconds } = guestLimits.exchanges;
    if (seat !== undefined) await limits.consume("meeting room exchange", `${key.dealer_id} ${seat}`, points, seconds);
    return seat;
  };

  const route = (path: string, answer: (request: GuestRequest, reply: FastifyReply) => Promise<unknown>) =>
    http.post<{ Body: unknown }>(path, { bodyLimit: maxExchangeBytes }, async (request, reply) => {
      reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
      return reply.send(await answer(request, reply));
    });

  route("/j/room/enter", async ({ body, ip }) => {
    const { link, seat } = parse(GuestEntry, body ?? {});
    await takeEntry(link, ip);
    const place = await withRoom(link, async (unit, key, room) =>
      room ? enterAsGuest(unit, key, room, seat) : ({ state: "over" } as const),
    );
    const entered = "seat" in place && z.parse(EnteredRoom, { seat: place.seat, ice_servers: [...iceServers] });
    return { state: place.state, ...(entered || {}) };
  });

  route("/j/room/exchange", async (request) => {
    const { link, known, ...body } = parse(GuestExchange, request.body ?? {});
    const seat = await takeExchange(link, body.seat);
    let key: RoomKey | undefined;
    const look = (signals: typeof body.signals) =>
      withRoom(link, (unit, room_key, room) => {
        key = room_key;
        return exchangeNews(unit, room_key, room, "guest", { ...body, signals });
      });
    let news = await look(body.signals);
    if (seat === undefined) return z.parse(RoomNews, news);
    waiting.get(seat)?.abort();
    const until = performance.now() + newsWait.longestMs;
    if (body.signals.length === 0 && waiting.size < newsWait.atOnce) {
      const own = new AbortController();
      const stop = () => own.abort();
      waiting.set(seat, own);
      closing.signal.addEventListener("abort", stop);
      request.raw.once("close", stop);
      try {
        while (news.mark === known && news.signals.length === 0 && performance.now() < until && key) {
          await roomWakes.wait(key, newsWait.everyMs, own.signal);
          if (own.signal.aborted || closing.signal.aborted || request.raw.socket.destroyed) break;
          news = await look([]);
        }
      } finally {
        closing.signal.removeEventListener("abort", stop);
        if (waiting.get(seat) === own) waiting.delete(seat);
      }
    }
    return z.parse(RoomNews, news);
  });

  route("/j/room/leave", async ({ body }) => {
    const { link, seat } = parse(GuestLeave, body ?? {});
    await withRoom(link, async (unit, key) => leaveRoom(unit, key, null, seat));
    return {};
  });
}

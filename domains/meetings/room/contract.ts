import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, opaqueText, wholeNumber } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { maxExchangeBytes, maxSignals } from "./fields.ts";

/** Only our own pages say these things, so one of another version is at fault. */
const error = "Reload this page and join again";
const text = (most: number) => opaqueText(0, most, error);
const count = wholeNumber(0, Number.MAX_SAFE_INTEGER, error);
const is = z.boolean({ error });

/** What one browser says to the other until their connection is made, and about its own camera. `n` counts them. */
const CallSignal = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("description"),
      n: count,
      type: z.enum(["offer", "answer"], { error }),
      sdp: text(30_000),
    }),
    z.object({
      kind: z.literal("candidate"),
      n: count,
      candidate: text(1000),
      sdpMid: z.nullable(text(64)),
      sdpMLineIndex: z.nullable(wholeNumber(0, 64, error)),
      usernameFragment: z.nullable(text(256)),
    }),
    z.object({ kind: z.literal("media"), n: count, isMuted: is, hasCamera: is, isSharing: is }),
  ],
  { error },
);
export type CallSignal = z.infer<typeof CallSignal>;

const Seat = opaqueText(43, 43, error);

/** What a browser in the room, or in front of it, sends and asks. */
export const RoomExchange = z.object({
  /** The token that this browser got when it came in. */
  seat: Seat,
  /** The last signal that arrived. */
  after: count,
  /** Whose answer made these signals: the other side's seat. */
  to: count,
  /** The `mark` that it knows; another one is news. */
  known: text(80),
  signals: z.array(CallSignal, { error }).check(z.maxLength(maxSignals, error)),
});
export type RoomExchange = z.infer<typeof RoomExchange>;

/** What a browser learns from that. */
export const RoomNews = z.object({
  /** `in`: one of the two; `waiting`: both seats are taken; `replaced`: this person joined in another window. */
  state: z.enum(["in", "waiting", "replaced", "over"]),
  /** The other side; null without one. Not present: not heard of for a while. */
  peer: z.nullable(z.object({ id: Id, is_present: z.boolean() })),
  /** For the host: who else opened the customer's link. */
  waiting: z.array(z.object({ id: Id, entered_at: Instant })),
  signals: z.array(z.object({ id: Id, signal: CallSignal })),
  mark: z.string(),
});
export type RoomNews = z.infer<typeof RoomNews>;

const IceServers = z.array(
  z.object({ urls: z.string(), username: z.optional(z.string()), credential: z.optional(z.string()) }),
);

/** What a browser needs to connect. */
export const EnteredRoom = z.object({ seat: z.string(), ice_servers: IceServers });
export type EnteredRoom = z.infer<typeof EnteredRoom>;

/** What a customer's browser sends when it comes in; `seat` is the one that it had before a reload. */
export const GuestEntry = z.object({ link: text(100), seat: z.optional(Seat) });
export const GuestExchange = z.object({ ...RoomExchange.shape, link: text(100) });
export const GuestLeave = z.object({ link: text(100), seat: Seat });

const byId = z.object({ id: Id });

export const meetingRoom = calls("meetingRoom", {
  show: {
    method: "GET",
    path: "/meetings/room/{id}",
    allow: staff,
    about: "A meeting that takes place in Rooftop's video room: with whom, and how to reach them otherwise.",
    audit: "none: it only reads",
    params: byId,
    data: z.object({
      id: Id,
      title: z.string(),
      datetime: Instant,
      ends_at: Instant,
      customer_name: z.string(),
      /** E.164; empty without one. */
      customer_phone: z.string(),
      /** True: the two have to be on the same network. */
      is_room_local: z.boolean(),
    }),
  },
  enter: {
    method: "POST",
    path: "/meetings/room/enter/{id}",
    allow: staff,
    audit: "own rows",
    about:
      "Enters a meeting's video room for the business, and starts the meeting. 409 while a colleague is in it; the caller's own other window leaves it.",
    params: byId,
    data: EnteredRoom,
    rate: { points: 60, seconds: 600, by: "person" },
  },
  exchange: {
    method: "POST",
    path: "/meetings/room/exchange/{id}",
    allow: staff,
    audit: "none: what browsers say to connect is kept until it has arrived",
    about:
      "Passes signals on to the other side of a call, takes those from it, and says who is there. The seat, not the caller, says whose they are.",
    params: byId,
    body: RoomExchange,
    data: RoomNews,
    rate: { points: 600, seconds: 60, by: "person" },
    maxBodyBytes: maxExchangeBytes,
  },
  admit: {
    method: "POST",
    path: "/meetings/room/admit/{id}",
    allow: staff,
    audit: "none: who is in a room is kept while they are",
    about: "Lets in a person who is waiting; the one who was in waits instead.",
    params: byId,
    body: z.object({ guest_id: Id }),
    data: z.object({ id: Id }),
  },
  leave: {
    method: "POST",
    path: "/meetings/room/leave/{id}",
    allow: staff,
    audit: "none: who is in a room is kept while they are",
    about: "Leaves a meeting's video room.",
    params: byId,
    body: z.object({ seat: Seat }),
    data: z.object({ id: Id }),
  },
});

export const meetingRoomEvents = events({
  changed: {
    event: "meeting-room-changed",
    to: "user",
    about: "The customer's side of a video room sent something, came or left: exchange. target_id is the appointment.",
    transient: true,
    payload: z.object({ target_id: Id }),
  },
});

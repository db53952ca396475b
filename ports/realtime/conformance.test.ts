import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { lastSequencesEvent } from "#core/event.ts";
import { freshDatabase } from "#testing/database.ts";
import { type ConnectedSession, type Realtime, type RealtimeGate, roomName, type SequencedRoom } from "./realtime.ts";
import { createRealtime } from "./socketio.ts";

const log = pino({ level: "silent" });
let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let ended: number[];
let closing: (() => Promise<unknown> | unknown)[];

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  // A test below breaks its connections.
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  [ended, closing] = [[], []];
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
});

/** Tokens read `dealer:user:session`. Authenticating session 13 fails as if the database were down. */
const gate: RealtimeGate = {
  async authenticate(token, location_id): Promise<ConnectedSession | undefined> {
    const [dealer_id, user_id, session_id] = token.split(":").map(Number);
    if (!dealer_id || !user_id || !session_id) return undefined;
    if (session_id === 13) throw new Error("the database is away");
    return { dealer_id, user_id, session_id, location_ids: [location_id ?? 1] };
  },
  endedSessions: async (session_ids) => session_ids.filter((id) => ended.includes(id)),
};

interface TestNode {
  realtime: Realtime;
  http: Server;
  url: string;
}

async function node(shared: boolean, gateOfNode = gate): Promise<TestNode> {
  const realtime = createRealtime({ log, sweepEvery: 100, ...(shared && { pool }) });
  const http = createServer((_request, response) => response.end("the app"));
  await realtime.attach(http, gateOfNode);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    await realtime.stop();
    await new Promise((resolve) => http.close(resolve));
  });
  return { realtime, http, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

/** A browser that records its events; resolves once connected, rejects when refused. */
async function browser(
  { url }: TestNode,
  auth: object,
  options: object = {},
): Promise<{ socket: Socket; received: unknown[][] }> {
  const socket = io(url, { auth, reconnection: false, forceNew: true, transports: ["websocket"], ...options });
  closing.push(() => socket.disconnect());
  const received: unknown[][] = [];
  socket.onAny((...event) => received.push(event));
  await new Promise<void>((resolve, reject) => {
    socket.on("connect", resolve);
    socket.on("connect_error", reject);
  });
  return { socket, received };
}

describe.each([
  ["in one process", false],
  ["over Postgres", true],
])("%s", (_name, shared) => {
  test("an event reaches exactly the members of its room", async () => {
    const here = await node(shared);
    const { received: mine } = await browser(here, { token: "1:1:1", location_id: 5 });
    const { received: colleague } = await browser(here, { token: "1:2:2", location_id: 6 });
    const { received: stranger } = await browser(here, { token: "2:1:3", location_id: 5 });
    here.realtime.publish({ kind: "location", dealer_id: 1, location_id: 5 }, "place", { n: 1 });
    here.realtime.publish({ kind: "user", dealer_id: 1, user_id: 2 }, "person", 2);
    here.realtime.publish({ kind: "session", session_id: 3 }, "session", 3);
    here.realtime.publish({ kind: "dealer", dealer_id: 1 }, "last", null);
    here.realtime.publish({ kind: "dealer", dealer_id: 2 }, "last", null);
    await vi.waitFor(
      () => expect([mine, colleague, stranger].every((received) => received.at(-1)?.[0] === "last")).toBe(true),
      5_000,
    );
    expect(mine.slice(0, -1)).toEqual([["place", { n: 1 }]]);
    expect(colleague.slice(0, -1)).toEqual([["person", 2]]);
    expect(stranger.slice(0, -1)).toEqual([["session", 3]]);
  });

  test.each([
    ["no token", {}],
    ["an unknown one", { token: "x" }],
    ["an object", { token: { $ne: "" } }],
    ["an invalid location", { token: "1:1:1", location_id: "1;drop" }],
    ["an overlong one", { token: "1".repeat(600) }],
  ])("rejects a handshake with %s", async (_case, auth) => {
    await expect(browser(await node(shared), auth)).rejects.toThrow("unauthenticated");
  });

  test("a failed authentication check is reported as retryable", async () => {
    await expect(browser(await node(shared), { token: "1:1:13" })).rejects.toThrow("unavailable");
  });

  test("rejects pages of another origin, but not our own or non-browser clients", async () => {
    const here = await node(shared);
    const from = (origin: string) => browser(here, { token: "1:1:1" }, { extraHeaders: { origin } });
    await expect(from("https://evil.test")).rejects.toThrow();
    await expect(from("null")).rejects.toThrow();
    await from(here.url);
    await browser(here, { token: "1:1:1" }, { transports: ["polling"] });
  });

  test("what a browser sends reaches nobody, and too much of it closes the connection", async () => {
    const here = await node(shared);
    const { socket } = await browser(here, { token: "1:1:1" });
    const { received } = await browser(here, { token: "1:2:2" });
    socket.emit("last", "to everyone");
    socket.emit("join", "dealer:2");
    const disconnected = new Promise((resolve) => socket.on("disconnect", resolve));
    socket.emit("large", "x".repeat(20_000));
    await disconnected;
    here.realtime.publish({ kind: "dealer", dealer_id: 1 }, "last", 1);
    await vi.waitFor(() => expect(received).toEqual([["last", 1]]), 5_000);
  });

  test("disconnects a session immediately, and one that ended elsewhere within the next sweep", async () => {
    const here = await node(shared);
    const { socket: first } = await browser(here, { token: "1:1:1" });
    const { socket: second } = await browser(here, { token: "1:1:2" });
    const { socket: third } = await browser(here, { token: "1:1:3" });
    here.realtime.disconnect(1);
    await vi.waitFor(() => expect(first.connected).toBe(false), 2_000);
    ended.push(2);
    await vi.waitFor(() => expect(second.connected).toBe(false), 2_000);
    expect(third.connected).toBe(true);
  });

  test("a stored event arrives with its position", async () => {
    const here = await node(shared);
    const { received } = await browser(here, { token: "1:1:1", location_id: 5 });
    const position = { id: 9, seq: 4, to: "location", after: 2 } as const;
    here.realtime.publish({ kind: "location", dealer_id: 1, location_id: 5 }, "kept", { n: 1 }, position);
    await vi.waitFor(() => expect(received).toEqual([["kept", { n: 1 }, position]]), 5_000);
  });

  test("a browser gets its rooms' last sequences on connect, and again when they change without an event", async () => {
    const sequences = new Map([["dealer:1:location:5", 7]]);
    const queries: string[][] = [];
    const heads = async (rooms: readonly SequencedRoom[]) => {
      queries.push(rooms.map(roomName));
      return rooms.map((room) => sequences.get(roomName(room)) ?? 0);
    };
    const here = await node(shared, { ...gate, lastSequences: heads });
    const { received: mine } = await browser(here, { token: "1:1:1", location_id: 5 });
    const { received: stranger } = await browser(here, { token: "2:1:3", location_id: 5 });
    await vi.waitFor(() => expect([mine.length, stranger.length]).toEqual([expect.any(Number), 1]), 5_000);
    expect(mine[0]).toEqual([lastSequencesEvent, { dealer: 0, location: 7, user: 0 }]);
    expect(stranger[0]).toEqual([lastSequencesEvent, { dealer: 0, location: 0, user: 0 }]);
    sequences.set("dealer:1:location:5", 8).set("dealer:1:user:1", 9);
    await vi.waitFor(() => {
      expect(mine).toContainEqual([lastSequencesEvent, { location: 8 }]);
      expect(mine).toContainEqual([lastSequencesEvent, { user: 9 }]);
    }, 5_000);
    const eventCount = mine.length;
    const queryCount = queries.length;
    await vi.waitFor(() => expect(queries.length).toBeGreaterThan(queryCount + 1), 5_000);
    expect(mine).toHaveLength(eventCount);
    expect(stranger).toHaveLength(1);
  });

  test("disconnects a browser whose last sequences can't be read, so it reconnects", async () => {
    const heads = async () => {
      throw new Error("the database is away");
    };
    const { socket } = await browser(await node(shared, { ...gate, lastSequences: heads }), { token: "1:1:1" });
    await vi.waitFor(() => expect(socket.connected).toBe(false), 5_000);
  });

  test("knows whether anyone is in a room", async () => {
    const here = await node(shared);
    const room = { kind: "location", dealer_id: 1, location_id: 5 } as const;
    expect(await here.realtime.isAnyoneIn(room)).toBe(false);
    const { socket } = await browser(here, { token: "1:1:1", location_id: 5 });
    expect(await here.realtime.isAnyoneIn(room)).toBe(true);
    expect(await here.realtime.isAnyoneIn({ ...room, location_id: 6 })).toBe(false);
    expect(await here.realtime.isAnyoneIn({ ...room, dealer_id: 2 })).toBe(false);
    socket.disconnect();
    await vi.waitFor(async () => expect(await here.realtime.isAnyoneIn(room)).toBe(false), 5_000);
  });

  test("publishing to an empty room is no error, and stopping leaves the web server running", async () => {
    const here = await node(shared);
    here.realtime.publish({ kind: "dealer", dealer_id: 9 }, "x", { circular: undefined });
    await here.realtime.stop();
    expect(await (await fetch(here.url)).text()).toBe("the app");
  });
});

describe("several nodes on one Postgres", () => {
  test("events reach browsers of other nodes, even when too large for a notification", async () => {
    const [here, otherNode] = [await node(true), await node(true)];
    const { received } = await browser(otherNode, { token: "1:1:1" });
    const room = { kind: "dealer", dealer_id: 1 } as const;
    await waitUntilLinked(here, received);
    for (const size of [10, 7_700, 7_900, 9_000, 100_000]) here.realtime.publish(room, "sized", "ü".repeat(size / 2));
    await vi.waitFor(() => expect(received.filter(([name]) => name === "sized")).toHaveLength(5), 5_000);
    expect(received.filter(([name]) => name === "sized").map(([, text]) => String(text).length)).toContain(50_000);
  });

  test("a process without browsers can publish and disconnect", async () => {
    const otherNode = await node(true);
    const { received, socket } = await browser(otherNode, { token: "1:1:1" });
    const worker = createRealtime({ pool, log });
    closing.push(() => worker.stop());
    await waitUntilLinked({ realtime: worker }, received);
    worker.disconnect(1);
    await vi.waitFor(() => expect(socket.connected).toBe(false), 5_000);
  });

  test("every node knows who is connected to the others, even without browsers of its own", async () => {
    const otherNode = await node(true);
    const { received } = await browser(otherNode, { token: "1:1:1" });
    const worker = createRealtime({ pool, log });
    closing.push(() => worker.stop());
    await waitUntilLinked({ realtime: worker }, received);
    // A new node asks the others who is connected, and knows a moment later.
    const here = { kind: "location", dealer_id: 1, location_id: 1 } as const;
    await vi.waitFor(async () => expect(await worker.isAnyoneIn(here)).toBe(true), 10_000);
    expect(await worker.isAnyoneIn({ kind: "location", dealer_id: 1, location_id: 2 })).toBe(false);
  });

  test("after a database outage the nodes reconnect, and no event arrives twice", async () => {
    const [here, otherNode] = [await node(true), await node(true)];
    const { received } = await browser(otherNode, { token: "1:1:1" });
    await waitUntilLinked(here, received);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await waitUntilLinked(here, received, "again");
    here.realtime.publish({ kind: "dealer", dealer_id: 1 }, "last", 1);
    await vi.waitFor(() => expect(received.at(-1)).toEqual(["last", 1]), 5_000);
    expect(received.filter(([name]) => name === "last")).toHaveLength(1);
  });
});

/** Publishes until an event arrives: two nodes need a moment to find each other. */
async function waitUntilLinked(
  { realtime }: { realtime: Realtime },
  received: unknown[][],
  event = "first",
): Promise<void> {
  await vi.waitFor(
    () => {
      realtime.publish({ kind: "dealer", dealer_id: 1 }, event, null);
      expect(received.some(([name]) => name === event)).toBe(true);
    },
    { timeout: 10_000, interval: 100 },
  );
}

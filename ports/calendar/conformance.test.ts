import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { inTime, passed } from "#testing/deadlines.ts";
import { systemClock } from "../clock/system.ts";
import type { CalendarAccounts, CalendarEvent } from "./calendar.ts";
import { startFakeGoogleCalendar } from "./fakeGoogleCalendar.ts";
import { createGoogleCalendars } from "./google.ts";
import { createSimulatedCalendars } from "./simulator.ts";

/** One adapter, with what a calendar's owner does in it. */
interface CalendarHarness {
  readonly calendars: CalendarAccounts;
  readonly code: string;
  addOwn(start: Date, end: Date): Promise<unknown>;
  deleteByHand(id: string): Promise<unknown>;
  holdRooms(isHeld: boolean): Promise<unknown>;
  failRoom(id: string): Promise<unknown>;
  titlesOf(): Promise<string[]>;
  busy(): Promise<unknown>;
  revoke(): Promise<unknown>;
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function simulator(): Promise<CalendarHarness> {
  const pool = new pg.Pool({ connectionString: database.url });
  const calendars = createSimulatedCalendars({ pool, clock: systemClock });
  const account = `${Math.random().toString(36).slice(2)}@calendar.example`;
  let isOpen = true;
  const close = async () => {
    if (isOpen) await pool.end();
    isOpen = false;
  };
  return {
    calendars,
    code: `simulated ${account}`,
    addOwn: (start, end) => calendars.addOwn(account, { title: "Dentist", start, end }),
    deleteByHand: (id) => calendars.deleteByHand(account, id),
    holdRooms: (holds_rooms) => calendars.setFault(account, { holds_rooms }),
    failRoom: (id) => calendars.failRoom(account, id),
    async titlesOf() {
      const { rows } = await pool.query<{ title: string }>(
        `select e.title from simulated_events e join simulated_calendars c on c.id = e.calendar_id
         where c.account = $1 and e.deleted_at is null order by e.starts_at`,
        [account],
      );
      return rows.map(({ title }) => title);
    },
    busy: () => calendars.setFault(account, { busy_answers: 1 }),
    revoke: () => calendars.setFault(account, { is_revoked: true }),
    goOffline: close,
    close,
  };
}

async function google(): Promise<CalendarHarness> {
  const fake = await startFakeGoogleCalendar();
  const settings = { clientId: "client", clientSecret: "very secret", timeout: 2_000, hosts: fake.hosts };
  return {
    calendars: createGoogleCalendars(settings),
    code: "good",
    async addOwn(start, end) {
      const times = { start: { dateTime: start.toISOString() }, end: { dateTime: end.toISOString() } };
      fake.put({ id: `own${fake.events.size}`, summary: "Dentist", ...times });
    },
    deleteByHand: async (id) => fake.deleteByHand(id),
    holdRooms: async (isHeld) => fake.holdRooms(isHeld),
    failRoom: async (id) => fake.failRoom(id),
    titlesOf: async () =>
      [...fake.events.values()]
        .filter(({ status }) => status === "confirmed")
        .toSorted((one, other) => Date.parse(one.start.dateTime ?? "") - Date.parse(other.start.dateTime ?? ""))
        .map(({ summary }) => summary),
    async busy() {
      fake.nextResponses.push((response) => void response.writeHead(429, { "retry-after": "60" }).end("{}"));
    },
    revoke: async () => fake.tokens.revoke(),
    goOffline: fake.close,
    close: fake.close,
  };
}

const redirect = "https://rooftop.test/back";
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 24, hour, minute));
const day = { from: at(0), before: at(24) };

describe.each([
  ["simulator", simulator],
  ["google", google],
])("%s", (_name, start) => {
  let harness: CalendarHarness;
  let calendars: CalendarAccounts;
  let access: string;

  beforeEach(async () => {
    harness = await start();
    calendars = harness.calendars;
    const granted = await calendars.redeem(harness.code, redirect);
    if (granted.kind !== "granted") throw new Error(`not granted: ${granted.why}`);
    access = granted.access;
  });
  afterEach(() => harness.close());

  const event: CalendarEvent = {
    id: "rooftop0123456789abcdef",
    title: "Trade-in · Ana Díaz 🚗",
    description: "https://rooftop.test/j/x",
    location: "Bay 2, <b>1 Main St</b>",
    start: at(15),
    end: at(15, 30),
    zone: "America/New_York",
    roomRequest: "",
  };
  const withRoom = { ...event, roomRequest: "room1" };

  async function write(one: CalendarEvent, etag = "") {
    const result = await calendars.write(access, one, etag, inTime);
    if (result.kind !== "written") throw new Error(`not written: ${result.kind}`);
    return result;
  }

  async function busyTimes() {
    const result = await calendars.times(access, day);
    if (result.kind !== "times") throw new Error(`no times: ${result.kind}`);
    return result.busy.map((span) => [span.start.toISOString().slice(11, 16), span.end.toISOString().slice(11, 16)]);
  }

  test("access is asked for at an address that leads back with our state, and no other code gives it", async () => {
    expect(new URL(calendars.consentUrl(redirect, "a state & more")).searchParams.get("state")).toBe("a state & more");
    expect(await calendars.redeem("made up", redirect)).toMatchObject({ kind: "needs_access" });
  });

  test("an event that is written twice is one, and changes", async () => {
    const first = await write(event);
    // The answer to the first one was lost.
    const again = await write(event);
    expect(again.room).toEqual({ state: "none" });
    const moved = await write({ ...event, title: "Later", start: at(17), end: at(18) }, again.etag);
    expect(moved.etag).not.toBe(first.etag);
    expect(await harness.titlesOf()).toEqual(["Later"]);
    expect(await busyTimes()).toEqual([["17:00", "18:00"]]);
  });

  test("an event is changed whatever version is known of it", async () => {
    const { etag } = await write(event);
    await write({ ...event, title: "Second" }, etag);
    await write({ ...event, title: "Third" }, etag);
    expect(await harness.titlesOf()).toEqual(["Third"]);
  });

  test("what its owner deleted by hand stays deleted", async () => {
    const { etag } = await write(event);
    await harness.deleteByHand(event.id);
    expect(await calendars.write(access, { ...event, start: at(14) }, etag, inTime)).toEqual({ kind: "deleted" });
    expect(await harness.titlesOf()).toEqual([]);
  });

  test("removing twice is the same as once, and what we removed ourselves can come back", async () => {
    await write(event);
    for (const _ of [1, 2]) expect(await calendars.remove(access, event.id, inTime)).toEqual({ kind: "removed" });
    expect(await calendars.remove(access, "rooftopnever", inTime)).toEqual({ kind: "removed" });
    expect(await busyTimes()).toEqual([]);
    await write(event);
    expect(await harness.titlesOf()).toEqual([event.title]);
  });

  test("a room comes with the event, and is the same one when it is asked for again", async () => {
    const { etag, room } = await write(withRoom);
    expect(room).toMatchObject({ state: "ready", url: expect.stringMatching(/^https:\/\/meet\.google\.com\//) });
    expect((await write({ ...withRoom, title: "Moved" }, etag)).room).toEqual(room);
    expect(await calendars.room(access, event.id)).toEqual({ kind: "room", room });
  });

  test("a room can be on its way, and then be there, or fail and be asked for once more", async () => {
    await harness.holdRooms(true);
    const { room } = await write(withRoom);
    expect(room).toEqual({ state: "pending" });
    expect(await calendars.room(access, event.id)).toEqual({ kind: "room", room });
    await harness.failRoom(event.id);
    expect(await calendars.room(access, event.id)).toEqual({ kind: "room", room: { state: "failed" } });
    await harness.holdRooms(false);
    const { room: next } = await write({ ...withRoom, roomRequest: "room2" });
    expect(next).toMatchObject({ state: "ready" });
  });

  test("a held room is there once it is let go", async () => {
    await harness.holdRooms(true);
    await write(withRoom);
    await harness.holdRooms(false);
    expect(await calendars.room(access, event.id)).toMatchObject({ room: { state: "ready" } });
    expect(await calendars.room(access, "rooftopnever")).toMatchObject({ kind: "missing" });
  });

  test("busy times are those of everything in the calendar, merged", async () => {
    await harness.addOwn(at(9), at(10));
    await harness.addOwn(at(15, 15), at(16));
    await write(event);
    expect(await busyTimes()).toEqual([
      ["09:00", "10:00"],
      ["15:00", "16:00"],
    ]);
  });

  test("nothing is written or removed once the deadline has passed", async () => {
    expect(await calendars.write(access, event, "", passed)).toMatchObject({ kind: "busy" });
    const { etag } = await write(event);
    const written = await busyTimes();
    expect(await calendars.write(access, { ...event, start: at(15), end: at(16) }, etag, passed)).toMatchObject({
      kind: "busy",
    });
    expect(await calendars.remove(access, event.id, passed)).toMatchObject({ kind: "busy" });
    expect(await busyTimes()).toEqual(written);
  });

  test("a busy provider says when to come back, and works again afterwards", async () => {
    await harness.busy();
    expect(await calendars.write(access, event, "", inTime)).toMatchObject({ kind: "busy", retryAfter: 60 });
    await write(event);
  });

  test.each(["by its owner", "by us"])(
    "access that was withdrawn %s is needed again, for everything",
    async (whose) => {
      await write(event);
      if (whose === "by us") expect(await calendars.revoke(access)).toEqual({ kind: "revoked" });
      else await harness.revoke();
      const results = [
        await calendars.write(access, event, "", inTime),
        await calendars.remove(access, event.id, inTime),
        await calendars.room(access, event.id),
        await calendars.times(access, day),
      ];
      for (const result of results) expect(result).toMatchObject({ kind: "needs_access" });
      expect(await calendars.revoke(access)).toEqual({ kind: "revoked" });
    },
  );

  test("a provider that can't be reached is busy, and the reason gives no secret away", async () => {
    await harness.goOffline();
    for (const result of [await calendars.write(access, event, "", inTime), await calendars.revoke(access)]) {
      expect(result).toMatchObject({ kind: "busy" });
      expect(JSON.stringify(result)).not.toContain(access);
    }
  });
});

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { meetings } from "#domains/meetings/contract.ts";
import { startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { candidate, guestOf, hostOf } from "#testing/meetings/videoRoom.ts";
import { meetingRoom } from "./contract.ts";
import { sweepRooms } from "./server/sweepRooms.ts";

const { app, dealer, hold, shown } = await startMeetings();
afterAll(() => app.close());

const today = { url: "", ...wallTime("2026-11-23", "08:00 AM") };
const at = (time: string) => app.clock.set(new Date(`2026-11-${time}Z`));
let agent = await app.signIn(dealer.agent);
let manager = await app.signIn(dealer.manager);

beforeEach(async () => {
  at("23T13:00:00");
  await app.pool.query("delete from rate_limits");
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
});

/** A meeting now, with both sides. */
async function meet() {
  const held = await hold(agent, today);
  return { ...held, host: hostOf(agent, held.id), guest: guestOf(app, held.path) };
}

const rowOf = async (id: number) =>
  (await app.pool.query("select * from meetings where appointment_id = $1", [id])).rows[0];

describe("the two sides of a room", () => {
  test("enter, and when they did is kept once", async () => {
    const { id, host, guest } = await meet();
    expect(await guest.enter()).toMatchObject({ state: "in", ice_servers: [] });
    expect(await shown(agent, id)).toMatchObject({ joined_at: "2026-11-23T13:00:00.000Z" });
    at("23T13:01:00");
    await host.enter();
    at("23T13:02:00");
    await host.enter();
    await guest.enter();
    const times = { started_at: new Date("2026-11-23T13:01:00Z"), host_joined_at: new Date("2026-11-23T13:01:00Z") };
    expect(await rowOf(id)).toMatchObject({ ...times, joined_at: new Date("2026-11-23T13:00:00Z") });
  });

  test("pass signals on in order, once each, to the other side alone", async () => {
    const { host, guest, id } = await meet();
    const [hostSeat, { seat: guestSeat }] = [await host.enter(), await guest.enter()];
    const first = await host.exchange(hostSeat);
    expect(first).toMatchObject({ state: "in", peer: { is_present: true }, waiting: [], signals: [] });
    const to = first.peer?.id ?? 0;
    await host.exchange(hostSeat, { to, signals: [candidate(1), candidate(2)] });
    await host.exchange(hostSeat, { to, signals: [candidate(3)] });
    const news = await guest.exchange(guestSeat);
    expect(news.signals.map(({ signal }) => signal)).toEqual([candidate(1), candidate(2), candidate(3)]);
    const after = news.signals.at(-1)?.id ?? 0;
    expect((await guest.exchange(guestSeat, { after })).signals).toEqual([]);
    expect((await host.exchange(hostSeat)).signals).toEqual([]);
    app.events.published.length = 0;
    await guest.exchange(guestSeat, { after, to: news.peer?.id ?? 0, signals: [candidate(1)] });
    expect(app.events.published).toEqual([
      expect.objectContaining({ event: "meeting-room-changed", payload: { target_id: id } }),
    ]);
    expect((await host.exchange(hostSeat)).signals).toHaveLength(1);
    const { rows } = await app.pool.query("select count(*)::int as count from meeting_signals");
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("what was meant for a seat that is given up reaches nobody", async () => {
    const { host, guest } = await meet();
    const hostSeat = await host.enter();
    const first = await guest.enter();
    const to = (await host.exchange(hostSeat)).peer?.id ?? 0;
    const again = await guest.enter(first.seat);
    await host.exchange(hostSeat, { to, signals: [candidate(1)] });
    expect((await guest.exchange(again.seat)).signals).toEqual([]);
    expect(await guest.exchange(first.seat)).toMatchObject({ state: "replaced", peer: null, signals: [] });
  });

  test("leave, and the other side knows at once", async () => {
    const { host, guest } = await meet();
    const [hostSeat, { seat }] = [await host.enter(), await guest.enter()];
    await guest.leave(seat);
    expect((await host.exchange(hostSeat)).peer).toBeNull();
    const { seat: back } = await guest.enter();
    await host.leave(hostSeat);
    expect(await guest.exchange(back)).toMatchObject({ state: "in", peer: null });
  });

  test("a browser that is not heard of is no longer present, and comes back by itself", async () => {
    const { host, guest } = await meet();
    const [hostSeat, { seat }] = [await host.enter(), await guest.enter()];
    at("23T13:00:31");
    expect((await host.exchange(hostSeat)).peer).toMatchObject({ is_present: false });
    await guest.exchange(seat);
    expect((await host.exchange(hostSeat)).peer).toMatchObject({ is_present: true });
  });
});

describe("a third person", () => {
  test("waits until the host lets them in, and then the other one waits", async () => {
    const { host, guest } = await meet();
    const hostSeat = await host.enter();
    const [one, other] = [await guest.enter(), await guest.enter()];
    expect([one.state, other.state]).toEqual(["in", "waiting"]);
    expect(await guest.exchange(other.seat)).toMatchObject({ state: "waiting", peer: null, waiting: [], signals: [] });
    const { waiting, peer } = await host.exchange(hostSeat);
    expect(waiting).toEqual([{ id: expect.any(Number), entered_at: "2026-11-23T13:00:00.000Z" }]);
    await host.exchange(hostSeat, { to: peer?.id ?? 0, signals: [candidate(1)] });
    await host.admit(waiting[0]?.id ?? 0);
    expect(await guest.exchange(one.seat)).toMatchObject({ state: "waiting", peer: null, signals: [] });
    expect(await guest.exchange(other.seat)).toMatchObject({ state: "in", peer: { is_present: true } });
    // Reloading doesn't bring the first one back in.
    expect((await guest.enter(one.seat)).state).toBe("waiting");
  });

  test("doesn't follow by themselves when the first one leaves or is cut off, who may come back", async () => {
    const { host, guest } = await meet();
    const hostSeat = await host.enter();
    const [one, other] = [await guest.enter(), await guest.enter()];
    at("23T13:00:20");
    await guest.exchange(other.seat);
    at("23T13:00:40");
    expect(await guest.exchange(other.seat)).toMatchObject({ state: "waiting" });
    expect((await guest.enter(one.seat)).state).toBe("in");
    expect((await host.exchange(hostSeat)).waiting).toHaveLength(1);
  });

  test("finds the room full when five have opened the link, and goes in when all have closed it", async () => {
    const { guest } = await meet();
    for (let count = 0; count < 5; count++) await guest.enter();
    expect(await guest.enter()).toEqual({ state: "full" });
    at("23T13:00:31");
    expect((await guest.enter()).state).toBe("in");
  });
});

describe("colleagues", () => {
  test("find the place taken and by whom, and have it once it is free", async () => {
    const { id, host } = await meet();
    const seat = await host.enter();
    const other = hostOf(manager, id);
    await expect(other.enter()).rejects.toMatchObject({
      status: 409,
      message: "Agent Tester is in this meeting. The room has one place for your team.",
    });
    await expect(other.admit(1)).rejects.toMatchObject({ status: 409 });
    expect(await other.exchange(seat)).toMatchObject({ state: "replaced" });
    await other.leave(seat);
    expect(await host.exchange(seat)).toMatchObject({ state: "in" });
    await host.leave(seat);
    expect(await other.enter()).toHaveLength(43);
  });

  test("the same person in another window takes over", async () => {
    const { host } = await meet();
    const [first, second] = [await host.enter(), await host.enter()];
    expect((await host.exchange(first)).state).toBe("replaced");
    expect((await host.exchange(second)).state).toBe("in");
  });
});

test("the room says whom it is with, and how to call them", async () => {
  const { id, customer } = await meet();
  const { data } = await agent(meetingRoom.show, { params: { id } });
  expect(data).toMatchObject({ customer_name: "Ana Diaz", customer_phone: customer.phone, is_room_local: true });
});

describe("a room's end", () => {
  test("a call may go on after it, nobody new comes in", async () => {
    const { host, guest } = await meet();
    const [hostSeat, { seat }] = [await host.enter(), await guest.enter()];
    at("23T14:00:00");
    expect(await guest.enter()).toEqual({ state: "over" });
    expect(await guest.exchange(seat)).toMatchObject({ state: "in" });
    expect((await guest.enter(seat)).state).toBe("in");
    expect(await host.exchange(hostSeat)).toMatchObject({ state: "in" });
    at("23T17:30:00");
    expect(await host.exchange(hostSeat)).toMatchObject({ state: "over", peer: null });
    await expect(host.enter()).rejects.toMatchObject({ status: 409, message: "This meeting is over." });
  });

  test("one that is completed or canceled ends for both", async () => {
    const [one, other] = [await meet(), await meet()];
    const [hostSeat, { seat }] = [await one.host.enter(), await one.guest.enter()];
    await agent(appointments.update, { params: { id: one.id, status: 1 } });
    expect((await one.guest.exchange(seat)).state).toBe("over");
    expect((await one.host.exchange(hostSeat)).state).toBe("over");
    expect((await one.guest.enter()).state).toBe("over");
    const [itsHost, itsGuest] = [await other.host.enter(), await other.guest.enter()];
    await agent(meetings.cancel, { params: { id: other.id }, body: {} });
    expect((await other.guest.exchange(itsGuest.seat)).state).toBe("over");
    await expect(other.host.exchange(itsHost)).rejects.toMatchObject({ status: 404 });
    expect((await other.guest.enter()).state).toBe("over");
  });

  test("seats that nobody was heard of for an hour are forgotten", async () => {
    const { id, host, guest } = await meet();
    await host.enter();
    const { seat } = await guest.enter();
    at("23T13:30:00");
    await guest.exchange(seat);
    at("23T14:00:01");
    await sweepRooms(app.server);
    const { rows } = await app.pool.query("select user_id from meeting_seats where appointment_id = $1", [id]);
    expect(rows).toEqual([{ user_id: null }]);
  });
});

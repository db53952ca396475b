import { afterAll, beforeEach, expect, test } from "vitest";
import { signedLink } from "#core/server/signedLink.ts";
import { meetings } from "#domains/meetings/contract.ts";
import { room as ownLink, sameTime, startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { candidate, guestOf, hostOf } from "#testing/meetings/videoRoom.ts";
import { guestLimits, maxWaitingSignals } from "../rules.ts";

const { app, dealer, hold } = await startMeetings();
afterAll(() => app.close());

const today = { url: "", ...wallTime("2026-11-23", "08:00 AM") };
let agent = await app.signIn(dealer.agent);

beforeEach(async () => {
  app.clock.set(new Date("2026-11-23T13:00:00Z"));
  await app.pool.query("delete from rate_limits");
  agent = await app.signIn(dealer.agent);
});

async function meet(more: object = {}) {
  const held = await hold(agent, { ...today, ...more });
  return { ...held, host: hostOf(agent, held.id), guest: guestOf(app, held.path) };
}

const nothing = { after: 0, to: 0, known: "", signals: [] };

test("a link that isn't ours, of another meeting's kind or replaced opens nothing", async () => {
  const { id, path, guest } = await meet();
  const { seat } = await guest.enter();
  const other = await app.dealership();
  const { secret } = app.server;
  const links = [
    "",
    "x",
    path.slice(3, -1),
    signedLink(secret, "r", dealer.dealer_id, id, 1),
    signedLink(secret, "j", dealer.dealer_id, id, 2),
    signedLink("another key", "j", dealer.dealer_id, id, 1),
  ];
  for (const link of links)
    for (const [what, body] of [
      ["enter", { link, seat }],
      ["exchange", { link, seat, ...nothing }],
      ["leave", { link, seat }],
    ] as const) {
      const answer = await guest.post(what, body);
      expect([link, what, answer.statusCode]).toEqual([link, what, 404]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  // One of ours about nothing of that business finds nobody, whatever seat is sent with it.
  for (const link of [
    signedLink(secret, "j", other.dealer_id, id, 1),
    signedLink(secret, "j", dealer.dealer_id, 999_999, 1),
    signedLink(secret, "j", 0, id, 1),
  ]) {
    expect((await guest.post("enter", { link, seat })).json()).toEqual({ state: "over" });
    expect((await guest.post("exchange", { link, seat, ...nothing })).json()).toMatchObject({ state: "over" });
    await guest.post("leave", { link, seat });
  }
  expect(await guest.exchange(seat)).toMatchObject({ state: "in" });
  await agent(meetings.renew, { params: { id } });
  expect((await guest.post("exchange", { seat, ...nothing })).statusCode).toBe(404);
});

test("a seat works with its own meeting's link, at its own side", async () => {
  const [one, other] = [await meet(), await meet()];
  const { seat } = await one.guest.enter();
  const hostSeat = await one.host.enter();
  expect((await other.guest.exchange(seat)).state).toBe("replaced");
  expect((await one.guest.exchange(hostSeat)).state).toBe("replaced");
  expect((await one.host.exchange(seat)).state).toBe("replaced");
  await other.guest.leave(seat);
  await one.guest.leave(hostSeat);
  expect((await one.guest.exchange(seat)).peer).toMatchObject({ is_present: true });
});

test("nobody comes in early, in person, to a link of the host's, or as a member", async () => {
  expect(await (await meet(wallTime("2026-11-24"))).guest.enter()).toEqual({ state: "early" });
  expect(await (await meet({ type: 0 })).guest.enter()).toEqual({ state: "over" });
  expect(await (await meet({ url: ownLink })).guest.enter()).toEqual({ state: "over" });
});

test("a meeting that gets a link of the host's ends its room", async () => {
  const { id, customer, guest } = await meet();
  const { seat } = await guest.enter();
  const body = {
    title: "Trade-in",
    type: 1,
    customer_id: customer.id,
    notes: "",
    ...sameTime,
    version: 1,
    url: ownLink,
  };
  await agent(meetings.edit, { params: { id }, body });
  expect(await guest.exchange(seat)).toMatchObject({ state: "over" });
});

const seat = "s".repeat(43);
const huge = { ...candidate(1), candidate: "x".repeat(1001) };
test.each([
  ["enter", {}, { link: 5 }, 422],
  ["enter", { seat: "short" }, {}, 422],
  ["enter", { link: "x".repeat(101) }, {}, 422],
  ["exchange", { ...nothing, seat: "" }, {}, 422],
  ["exchange", { ...nothing, seat, after: -1 }, {}, 422],
  ["exchange", { ...nothing, seat, after: "1; drop table meetings" }, {}, 422],
  ["exchange", { ...nothing, seat, known: "x".repeat(81) }, {}, 422],
  ["exchange", { ...nothing, seat, signals: "all" }, {}, 422],
  ["exchange", { ...nothing, seat, signals: [{ kind: "shout", n: 1 }] }, {}, 422],
  ["exchange", { ...nothing, seat, signals: [huge] }, {}, 422],
  ["exchange", { ...nothing, seat, signals: Array.from({ length: 21 }, (_, n) => candidate(n)) }, {}, 422],
  ["exchange", { ...nothing, seat, signals: ["x".repeat(140_000)] }, {}, 413],
  ["leave", { seat: null }, {}, 422],
])("%s with %o is refused", async (what, body, more, status) => {
  const { guest } = await meet();
  expect((await guest.post(what, { ...body, ...more })).statusCode).toBe(status);
});

test("what is no JSON, and a body without one, is refused", async () => {
  const { guest } = await meet();
  const payload = { headers: { "content-type": "application/json" }, payload: "{" };
  expect((await guest.post("exchange", {}, payload)).statusCode).toBe(400);
  expect((await guest.post("enter", {}, { payload: undefined } as never)).statusCode).toBe(422);
});

test("a flood is held back: of entries by address, of requests by seat, of signals by what waits", async () => {
  const { id, guest, host } = await meet();
  const { seat: own } = await guest.enter();
  await host.enter();
  const to = (await guest.exchange(own)).peer?.id ?? 0;
  const signals = Array.from({ length: 20 }, (_, n) => candidate(n));
  for (let sent = 0; sent < maxWaitingSignals; sent += signals.length)
    expect((await guest.post("exchange", { ...nothing, seat: own, to, signals })).statusCode).toBe(200);
  const more = await guest.post("exchange", { ...nothing, seat: own, to, signals: [candidate(1)] });
  expect([more.statusCode, more.headers["retry-after"]]).toEqual([429, "5"]);
  const { rows } = await app.pool.query("select count(*)::int as count from meeting_signals where seat_id = $1", [to]);
  expect(rows).toEqual([{ count: maxWaitingSignals }]);

  const use = "update rate_limits set points = $1 where key like $2";
  await app.pool.query(use, [guestLimits.exchanges.points, "meeting room exchange:%"]);
  expect((await guest.post("exchange", { ...nothing, seat: own })).statusCode).toBe(429);
  await app.pool.query(use, [guestLimits.entries.points, `meeting room:${dealer.dealer_id} ${id} %`]);
  expect((await guest.post("enter", {})).statusCode).toBe(429);
  expect((await guest.post("enter", {}, { remoteAddress: "198.51.100.9" })).statusCode).toBe(200);
  await app.pool.query(use, [guestLimits.entriesOfMeeting.points, "meeting room of all:%"]);
  expect((await guest.post("enter", {}, { remoteAddress: "198.51.100.10" })).statusCode).toBe(429);
});

test("requests that no seat or link is behind store nothing, and use up nothing of those that have one", async () => {
  const { id, guest } = await meet();
  const { seat: own } = await guest.enter();
  const stored = async () =>
    (await app.pool.query("select key, points from rate_limits union all select 'seats', count(*) from meeting_seats"))
      .rows;
  const before = await stored();
  const replaced = signedLink(app.server.secret, "j", dealer.dealer_id, id, 2);
  for (let n = 0; n < 300; n++) {
    const token = String(n).padStart(43, "x");
    expect((await guest.post("exchange", { link: "x", seat: token, ...nothing })).statusCode).toBe(404);
    expect((await guest.exchange(token)).state).toBe("replaced");
    expect((await guest.post("enter", { link: replaced })).statusCode).toBe(404);
    if (n % 10 === 0) expect((await guest.leave(token)).statusCode).toBe(200);
  }
  expect(await stored()).toEqual(before);
  expect(await guest.exchange(own)).toMatchObject({ state: "in" });
  expect((await guest.enter(own)).state).toBe("in");
});

test("a request for news waits for some: of this node at once, of another when it looks again", async () => {
  const { host, guest } = await meet();
  const { seat: own } = await guest.enter();
  const { mark } = await guest.exchange(own);
  const first = guest.exchange(own, { known: mark });
  const hostSeat = await host.enter();
  const here = await first;
  expect(here).toMatchObject({ state: "in", peer: { is_present: true } });
  const second = guest.exchange(own, { known: here.mark });
  const to = (await host.exchange(hostSeat)).peer?.id ?? 0;
  await host.exchange(hostSeat, { to, signals: [candidate(1)] });
  const { signals } = await second;
  expect(signals.map(({ signal }) => signal)).toEqual([candidate(1)]);

  const third = guest.exchange(own, { known: here.mark, after: signals[0]?.id ?? 0 });
  // As another node stores it.
  await app.pool.query(
    "insert into meeting_signals (dealer_id, seat_id, from_seat_id, signal) values ($1, $2, $3, $4)",
    [dealer.dealer_id, to, here.peer?.id, JSON.stringify(candidate(2))],
  );
  expect((await third).signals.map(({ signal }) => signal)).toEqual([candidate(2)]);
});

test("of one seat's requests the newest waits", async () => {
  const { guest } = await meet();
  const { seat: own } = await guest.enter();
  const { mark } = await guest.exchange(own);
  const older = guest.exchange(own, { known: mark });
  const isAnswered = older.then(() => "answered");
  // Ends the older one; whichever of the two comes second waits, until the customer leaves.
  const newer = guest.exchange(own, { known: mark });
  expect(await Promise.race([isAnswered, newer.then(() => "answered")])).toBe("answered");
  await guest.leave(own);
  expect((await Promise.all([older, newer])).map(({ state }) => state)).toContain("replaced");
});

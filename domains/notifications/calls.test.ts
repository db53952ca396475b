import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { talkOf } from "#domains/inbox/testing/talk.ts";
import { notifications } from "./contract.ts";
import { sweepNotificationsJob } from "./server/jobs.ts";
import { subscription, tellingOf } from "./testing/telling.ts";

let house: TestHouse;
let dealer: Dealership;
let agent: Caller;
let telling: ReturnType<typeof tellingOf>;
let chat_id: number;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  dealer = await house.dealership();
  agent = await house.signIn(dealer.agent);
  telling = tellingOf(house, dealer);
  chat_id = (await talkOf(house, dealer, agent).chat()).chat_id;
  house.pushes.pushed.splice(0);
});

const list = async (call: Caller) => (await call(notifications.list)).data;
const known = async (endpoint: string) =>
  (await house.pool.query("select 1 from push_subscriptions where endpoint = $1", [endpoint])).rowCount;

describe("in the app", () => {
  test("who is mentioned is told at once, sees it, and marks it read in all windows", async () => {
    const [user_id] = await telling.ids(dealer.agent);
    await telling.tell([dealer.agent], { chat_id, text: `Ask  about\nthe trade-in ${"x".repeat(300)}` });
    const { notifications: shown, unread_count } = await list(agent);
    expect(unread_count).toBe(1);
    expect(shown).toEqual([
      {
        ...{ id: expect.any(Number), kind: "mention", title: "Ana mentioned you", chat_id, read_at: null },
        ...{ location_id: dealer.location_id, location: "Downtown", created_at: expect.stringMatching(/Z$/) },
        text: expect.stringMatching(/^Ask about the trade-in x+…$/),
      },
    ]);
    const notification_id = shown[0]?.id ?? 0;
    const mine = { kind: "user", dealer_id: dealer.dealer_id, user_id: user_id ?? 0 } as const;
    const added = { notification_id, kind: "mention", target_id: chat_id };
    expect(house.events.in(mine)).toEqual([expect.objectContaining({ event: "notification-added", payload: added })]);
    const { data } = await agent(notifications.read, { params: { notification_id } });
    expect(data).toEqual({ unread_count: 0 });
    expect(house.events.in(mine).at(-1)).toMatchObject({ event: "notifications-read", payload: { unread_count: 0 } });
    expect((await list(agent)).notifications[0]?.read_at).toMatch(/Z$/);
  });

  test("the newest stand first, and all are marked read together", async () => {
    for (const title of ["First", "Second", "Third"]) await telling.tell([dealer.agent], { chat_id, title });
    expect((await list(agent)).notifications.map(({ title }) => title)).toEqual(["Third", "Second", "First"]);
    expect((await agent(notifications.readAll)).data).toEqual({ unread_count: 0 });
    expect((await list(agent)).notifications.every(({ read_at }) => read_at !== null)).toBe(true);
  });

  test("nobody else sees it, neither at the location nor elsewhere", async () => {
    await telling.tell([dealer.agent], { chat_id });
    const stranger = await house.dealership();
    for (const email of [dealer.owner, dealer.manager, dealer.otherAgent, stranger.owner]) {
      expect(await list(await house.signIn(email))).toEqual({ notifications: [], unread_count: 0 });
    }
  });

  test("who doesn't work at the location, or no more at all, is not told; the owner is, wherever they act", async () => {
    const stranger = await house.dealership();
    await house.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
    await telling.tell([dealer.owner, dealer.manager, dealer.otherAgent, stranger.agent], { chat_id });
    const rows = await house.pool.query("select user_id::float8 as id from notifications where chat_id = $1", [
      chat_id,
    ]);
    expect(rows.rows.map(({ id }) => id)).toEqual(await telling.ids(dealer.owner));
    const elsewhere = await house.signIn(dealer.owner, dealer.otherLocation_id);
    expect((await list(elsewhere)).unread_count).toBe(1);
  });

  test("who no longer works at the location no longer sees what was told there", async () => {
    await telling.tell([dealer.agent], { chat_id });
    const [user_id] = await telling.ids(dealer.agent);
    await house.pool.query("update location_members set location_id = $2 where user_id = $1", [
      user_id,
      dealer.otherLocation_id,
    ]);
    expect(await list(agent)).toEqual({ notifications: [], unread_count: 0 });
  });
});

describe("a device", () => {
  test("is told of, known, and removed again", async () => {
    expect((await agent(notifications.device)).data).toEqual({ key: house.pushes.key, kind: "none", endpoint: "" });
    const endpoint = await telling.subscribe(agent);
    expect((await agent(notifications.device)).data).toMatchObject({ kind: "web", endpoint });
    const { message } = await agent(notifications.removeDevice);
    expect(message).toBe("This device is no longer told about new texts");
    expect((await agent(notifications.device)).data).toMatchObject({ kind: "none", endpoint: "" });
    expect(await known(endpoint)).toBe(0);
  });

  test("gives a token of Firebase where that is set up; where it isn't, that is said and nothing is kept", async () => {
    const fcm_token = `token:${"x".repeat(100)}`;
    expect((await agent(notifications.updateToken, { body: { fcm_token } })).data).toEqual({ kind: "fcm" });
    house.pushes.takeOnly("web");
    const manager = await house.signIn(dealer.manager);
    const answer = await manager(notifications.updateToken, { body: { fcm_token: `${fcm_token}y` } });
    expect(answer).toMatchObject({ status: "info", data: { kind: "none" } });
    house.pushes.takeOnly("web", "fcm");
    expect(await known(`${fcm_token}y`)).toBe(0);
  });

  test("a new address takes the place of the old one", async () => {
    const [first, second] = [await telling.subscribe(agent), await telling.subscribe(agent)];
    expect([await known(first), await known(second)]).toEqual([0, 1]);
  });

  test("belongs to whoever signed in there last, also when that is somebody of another business", async () => {
    const stranger = await house.dealership();
    const { json, endpoint } = subscription();
    for (const call of [agent, await house.signIn(dealer.manager), await house.signIn(stranger.agent)]) {
      await call(notifications.updateToken, { body: { fcm_token: json } });
    }
    expect(await known(endpoint)).toBe(1);
    await telling.text(freshPhone(), "For the first business");
    await house.jobs.doAll();
    expect(telling.pushedTo()).toEqual([]);
  });

  test.each([
    ["signs out", async (call: Caller) => void (await call(accounts.logout))],
    [
      "is signed out from another browser",
      async () => void (await (await house.signIn(dealer.agent))(settings.endOtherSessions)),
    ],
  ])("nothing is pushed there once its person %s", async (_how, leave) => {
    const endpoint = await telling.subscribe(agent);
    await leave(agent);
    expect(await known(endpoint)).toBe(0);
  });

  test("nothing is pushed there once the sign-in has run out, and it is swept away", async () => {
    const endpoint = await telling.subscribe(agent);
    house.clock.advance(13 * 3600 * 1000);
    await telling.text(freshPhone(), "Good morning");
    await house.jobs.doAll();
    expect(telling.pushedTo()).toEqual([]);
    await house.server.ports.jobs.enqueue({ executeSql: async () => ({ rows: [] }) }, sweepNotificationsJob, [
      { data: {} },
    ]);
    await house.jobs.doAll();
    expect(await known(endpoint)).toBe(0);
  });
});

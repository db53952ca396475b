import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { createNotificationFixture, subscription } from "#testing/notifications/notificationFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { notifications } from "./contract.ts";
import { sweepNotificationsJob } from "./server/jobs.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let fixture: ReturnType<typeof createNotificationFixture>;
let chat_id: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  fixture = createNotificationFixture(app, dealer);
  chat_id = (await createInboxFixture(app, dealer, agent).chat()).chat_id;
  app.pushes.pushed.splice(0);
});

const list = async (call: Caller) => (await call(notifications.list)).data;
const countStored = async (endpoint: string) =>
  (await app.pool.query("select 1 from push_subscriptions where endpoint = $1", [endpoint])).rowCount;

describe("in the app", () => {
  test("a mention notifies at once, is listed, and is marked as read in all windows", async () => {
    const [user_id] = await fixture.userIds(dealer.agent);
    await fixture.notify([dealer.agent], { chat_id, text: `Ask  about\nthe trade-in ${"x".repeat(300)}` });
    const { notifications: shown, unread_count } = await list(agent);
    expect(unread_count).toBe(1);
    expect(shown).toEqual([
      {
        id: expect.any(Number),
        kind: "mention",
        title: "Ana mentioned you",
        chat_id,
        read_at: null,
        location_id: dealer.location_id,
        location: "Downtown",
        created_at: expect.stringMatching(/Z$/),
        text: expect.stringMatching(/^Ask about the trade-in x+…$/),
      },
    ]);
    const notification_id = shown[0]?.id ?? 0;
    const mine = { kind: "user", dealer_id: dealer.dealer_id, user_id: user_id ?? 0 } as const;
    const added = { notification_id, kind: "mention", target_id: chat_id };
    expect(app.events.inRoom(mine)).toEqual([expect.objectContaining({ event: "notification-added", payload: added })]);
    const { data } = await agent(notifications.read, { params: { notification_id } });
    expect(data).toEqual({ unread_count: 0 });
    expect(app.events.inRoom(mine).at(-1)).toMatchObject({ event: "notifications-read", payload: { unread_count: 0 } });
    expect((await list(agent)).notifications[0]?.read_at).toMatch(/Z$/);
  });

  test("lists the newest first, and marks all as read together", async () => {
    for (const title of ["First", "Second", "Third"]) await fixture.notify([dealer.agent], { chat_id, title });
    expect((await list(agent)).notifications.map(({ title }) => title)).toEqual(["Third", "Second", "First"]);
    expect((await agent(notifications.readAll)).data).toEqual({ unread_count: 0 });
    expect((await list(agent)).notifications.every(({ read_at }) => read_at !== null)).toBe(true);
  });

  test("nobody else sees a notification, neither at the location nor elsewhere", async () => {
    await fixture.notify([dealer.agent], { chat_id });
    const stranger = await app.dealership();
    for (const email of [dealer.owner, dealer.manager, dealer.otherAgent, stranger.owner]) {
      expect(await list(await app.signIn(email))).toEqual({ notifications: [], unread_count: 0 });
    }
  });

  test("skips inactive people and those of other locations; the owner is notified wherever they act", async () => {
    const stranger = await app.dealership();
    await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
    await fixture.notify([dealer.owner, dealer.manager, dealer.otherAgent, stranger.agent], { chat_id });
    const rows = await app.pool.query("select user_id::float8 as id from notifications where chat_id = $1", [chat_id]);
    expect(rows.rows.map(({ id }) => id)).toEqual(await fixture.userIds(dealer.owner));
    const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
    expect((await list(elsewhere)).unread_count).toBe(1);
  });

  test("people who left a location no longer see its notifications", async () => {
    await fixture.notify([dealer.agent], { chat_id });
    const [user_id] = await fixture.userIds(dealer.agent);
    await app.pool.query("update location_members set location_id = $2 where user_id = $1", [
      user_id,
      dealer.otherLocation_id,
    ]);
    expect(await list(agent)).toEqual({ notifications: [], unread_count: 0 });
  });
});

describe("a device", () => {
  test("is registered, returned, and removed again", async () => {
    expect((await agent(notifications.device)).data).toEqual({
      key: app.pushes.vapidPublicKey,
      kind: "none",
      endpoint: "",
      firebase: 1,
    });
    const endpoint = await fixture.subscribe(agent);
    expect((await agent(notifications.device)).data).toMatchObject({ kind: "web", endpoint });
    const { message } = await agent(notifications.removeDevice);
    expect(message).toBe("Notifications are off for this device");
    expect((await agent(notifications.device)).data).toMatchObject({ kind: "none", endpoint: "" });
    expect(await countStored(endpoint)).toBe(0);
  });

  test("registers a Firebase token if Firebase is set up; otherwise the answer says so and nothing is stored", async () => {
    const fcm_token = `token:${"x".repeat(100)}`;
    expect((await agent(notifications.updateToken, { body: { fcm_token } })).data).toEqual({ kind: "fcm" });
    app.pushes.acceptOnly("web");
    const manager = await app.signIn(dealer.manager);
    const answer = await manager(notifications.updateToken, { body: { fcm_token: `${fcm_token}y` } });
    expect(answer).toMatchObject({ status: "info", data: { kind: "none" } });
    app.pushes.acceptOnly("web", "fcm");
    expect(await countStored(`${fcm_token}y`)).toBe(0);
  });

  test("a new address takes the place of the old one", async () => {
    const [first, second] = [await fixture.subscribe(agent), await fixture.subscribe(agent)];
    expect([await countStored(first), await countStored(second)]).toEqual([0, 1]);
  });

  test("belongs to whoever signed in there last, even a person of another business", async () => {
    const stranger = await app.dealership();
    const { json, endpoint } = subscription();
    for (const call of [agent, await app.signIn(dealer.manager), await app.signIn(stranger.agent)]) {
      await call(notifications.updateToken, { body: { fcm_token: json } });
    }
    expect(await countStored(endpoint)).toBe(1);
    await fixture.receiveText(freshPhone(), "For the first business");
    await app.jobs.runAll();
    expect(fixture.takePushTargets()).toEqual([]);
  });

  test.each([
    ["signs out", async (call: Caller) => void (await call(accounts.logout))],
    [
      "is signed out from another browser",
      async () => void (await (await app.signIn(dealer.agent))(settings.endOtherSessions)),
    ],
  ])("gets no pushes once its person %s", async (_how, leave) => {
    const endpoint = await fixture.subscribe(agent);
    await leave(agent);
    expect(await countStored(endpoint)).toBe(0);
  });

  test("gets no pushes once the sign-in has expired, and is swept", async () => {
    const endpoint = await fixture.subscribe(agent);
    app.clock.advance(13 * 3600 * 1000);
    await fixture.receiveText(freshPhone(), "Good morning");
    await app.jobs.runAll();
    expect(fixture.takePushTargets()).toEqual([]);
    await app.server.ports.jobs.enqueue({ executeSql: async () => ({ rows: [] }) }, sweepNotificationsJob, [
      { data: {} },
    ]);
    await app.jobs.runAll();
    expect(await countStored(endpoint)).toBe(0);
  });
});

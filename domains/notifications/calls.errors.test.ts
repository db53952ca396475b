import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { createNotificationFixture } from "#testing/notifications/notificationFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { notifications } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
});
afterAll(() => app.close());

const devices = async () => (await app.pool.query("select * from push_subscriptions")).rows;
const web = (more: object) => JSON.stringify({ endpoint: "https://push.example.com/1", keys: {}, ...more });

test.each([
  ["nothing", "", "A push token is required"],
  ["JSON that is no subscription", "{}", "This device can't receive notifications. Turn them on again"],
  ["broken JSON", '{"endpoint":', "This device can't receive notifications. Turn them on again"],
  ["a subscription without keys", web({}), "This device can't receive notifications. Turn them on again"],
  [
    "an address that the server must not speak to",
    web({ endpoint: "http://169.254.169.254/latest", keys: { p256dh: "a", auth: "b" } }),
    "This device can't receive notifications. Turn them on again",
  ],
  ["a token that is far too long", "x".repeat(2000), "This device can't receive notifications. Turn them on again"],
  ["what can't be stored", "abc\u0000", "This contains a character we can't save"],
])("%s is refused at the field, and nothing is stored", async (_what, fcm_token, words) => {
  const refusal = { status: 422, fields: { fcm_token: words } };
  await expect(agent(notifications.updateToken, { body: { fcm_token } })).rejects.toMatchObject(refusal);
  expect(await devices()).toEqual([]);
});

test("the operator has no devices and no notifications", async () => {
  const operator = await app.signIn((await app.operator()).email);
  const body = { fcm_token: "x".repeat(100) };
  await expect(operator(notifications.updateToken, { body })).rejects.toMatchObject({ status: 403 });
  await expect(operator(notifications.device)).rejects.toMatchObject({ status: 403 });
  await expect(operator(notifications.list)).rejects.toMatchObject({ status: 403 });
});

test("a colleague's notification answers like one that never existed", async () => {
  const { chat_id } = await createInboxFixture(app, dealer, agent).chat();
  await createNotificationFixture(app, dealer).notify([dealer.manager], { chat_id });
  const { rows } = await app.pool.query("select id::float8 as id from notifications");
  const read = (notification_id: number) => agent(notifications.read, { params: { notification_id } });
  const absent = await read(999_999_999).catch((failure: unknown) => failure);
  expect(absent).toMatchObject({ status: 404 });
  await expect(read(rows[0].id)).rejects.toEqual(absent);
  await agent(notifications.readAll);
  expect((await app.pool.query("select 1 from notifications where read_at is not null")).rowCount).toBe(0);
});

test("removing a device without having one succeeds", async () => {
  expect((await agent(notifications.removeDevice)).status).toBe("success");
});

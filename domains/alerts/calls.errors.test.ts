import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { alerts } from "./contract.ts";
import { defaultAlertRules } from "./rules.ts";

let app: TestApp;
let dealer: Dealership;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
});
afterAll(() => app?.close());

test("an alert that ends by itself can't be dismissed", async () => {
  const { rows } = await app.pool.query(
    `insert into alerts (dealer_id, location_id, rule, kind, why, began_at)
     values ($1, $2, 'failures', 'danger', 'Some failed.', now()) returning id`,
    [dealer.dealer_id, dealer.location_id],
  );
  const agent = await app.signIn(dealer.agent);
  await expect(agent(alerts.dismiss, { params: { id: rows[0].id } })).rejects.toMatchObject({
    status: 409,
    message: "This alert closes automatically once its cause is resolved.",
  });
  await expect(agent(alerts.dismiss, { params: { id: 999_999_999 } })).rejects.toMatchObject({ status: 404 });
});

test.each([
  ["untouched_minutes", 0, 480],
  ["untouched_minutes", 1.5, 480],
  ["untouched_minutes", "", 480],
  ["failures_least", 1001, 1000],
  ["failures_percent", 101, 100],
  ["optouts_least", "many", 1000],
  ["optouts_times", -1, 100],
])("%s can't be %j", async (field, value, most) => {
  const manager = await app.signIn(dealer.manager);
  const change = manager(alerts.changeRules, { body: { ...defaultAlertRules, [field]: value } });
  const text = `Enter a whole number from 1 to ${most}`;
  await expect(change).rejects.toMatchObject({ status: 422, fields: { [field]: text } });
});

test.each([{ kind: "blue" as "danger" }, { period: "ever" as "today" }])("there is no table of %o", async (body) => {
  const agent = await app.signIn(dealer.agent);
  await expect(agent(alerts.table, { body })).rejects.toMatchObject({ status: 422 });
});

test("agents can read the rules but not change them", async () => {
  const agent = await app.signIn(dealer.agent);
  expect((await agent(alerts.rules)).data).toEqual(defaultAlertRules);
  await expect(agent(alerts.changeRules, { body: defaultAlertRules })).rejects.toMatchObject({ status: 403 });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { report } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let foreign: Dealership;
let owner: Caller;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  [dealership, foreign] = [await app.dealership(), await app.dealership()];
  owner = await app.signIn(dealership.owner);
  manager = await app.signIn(dealership.manager);
});
afterAll(() => app.close());

const idOf = async (email: string): Promise<number> =>
  Number((await app.pool.query("select id from users where email = $1", [email])).rows[0].id);

const drillDown = async (call: Caller, email: string, at_location_id?: number) =>
  call(report.drillDown, { params: { member_id: await idOf(email) }, body: { figure: "assign_to", at_location_id } });

test.each(everyEncoding)("as %s, a wrong period and an unknown figure get field errors", async (encoding) => {
  const token = await app.token(dealership.manager);
  const text = "Select one of the periods";
  for (const path of ["/report/dt", "/report/export"]) {
    const answer = await postEncoded(app.http, token, path, { period: "ever" }, encoding);
    expect(answer).toMatchObject({ status: "error", message: text, data: { period: text } });
  }
  const path = `/report/${await idOf(dealership.agent)}/dt`;
  const answer = await postEncoded(app.http, token, path, { figure: "id", period: "month" }, encoding);
  expect(answer).toMatchObject({ status: "error", data: { figure: "Select one of the figures" } });
});

describe("at a location without access, no member is found", () => {
  test("another location, and another business's", async () => {
    expect((await drillDown(manager, dealership.agent)).recordsTotal).toBe(0);
    expect((await drillDown(owner, dealership.otherAgent, dealership.otherLocation_id)).recordsTotal).toBe(0);
    for (const [call, email, at] of [
      [manager, dealership.otherAgent, dealership.otherLocation_id],
      [manager, dealership.owner, dealership.otherLocation_id],
      [owner, dealership.owner, foreign.location_id],
      [owner, foreign.agent, foreign.location_id],
      [owner, dealership.owner, 999_999_999],
    ] as const) {
      await expect(drillDown(call, email, at)).rejects.toMatchObject({ status: 404 });
    }
  });

  test("nor a member of another location or business at one's own", async () => {
    for (const email of [dealership.otherAgent, foreign.agent]) {
      await expect(drillDown(owner, email)).rejects.toMatchObject({ status: 404 });
    }
  });

  test("a location in the table's body is ignored", async () => {
    const token = await app.token(dealership.manager);
    const fields = { location_id: String(dealership.otherLocation_id), dealer_id: String(foreign.dealer_id) };
    const answer = await postEncoded(app.http, token, "/report/dt", fields, "json");
    const places = (answer.data as { location_id: number }[]).map(({ location_id }) => location_id);
    expect([...new Set(places)]).toEqual([dealership.location_id]);
  });
});

test("an agent has no access, and nothing is exported", async () => {
  const agent = await app.signIn(dealership.agent);
  await expect(agent(report.table, { body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(drillDown(agent, dealership.agent)).rejects.toMatchObject({ status: 403 });
  await expect(agent(report.export, { body: {} })).rejects.toMatchObject({ status: 403 });
  const { rows } = await app.pool.query("select from audit_log where subject = 'report'");
  expect(rows).toEqual([]);
});

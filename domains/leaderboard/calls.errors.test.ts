import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { boardPeriods, leaderboard } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let owner: Caller;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  owner = await app.signIn(dealership.owner);
  token = await app.token(dealership.owner);
});
afterAll(() => app.close());

const idOf = async (email: string): Promise<number> =>
  Number((await app.pool.query("select id from users where email = $1", [email])).rows[0].id);

describe.each(everyEncoding)("as %s", (encoding) => {
  test.each(["yesterday", "", "ALL"])("the period %j is refused at the field", async (period) => {
    const text = "Select one of the periods";
    const answer = await postEncoded(app.http, token, "/leaderboard", { period }, encoding);
    expect(answer).toMatchObject({ status: "error", message: text, data: { period: text } });
  });

  test("ignores dealer and location in the body, and the period is optional", async () => {
    const { leaderboard_data } = (await owner(leaderboard.board, { body: {} })).data;
    const answer = await postEncoded(app.http, token, "/leaderboard", { dealer_id: "1", location_id: "1" }, encoding);
    expect(answer.data).toEqual({ leaderboard_data });
    expect(leaderboard_data).toHaveLength(3);
  });

  test("an unknown figure is refused at the field", async () => {
    const path = `/leaderboard/${await idOf(dealership.agent)}/dt`;
    const answer = await postEncoded(app.http, token, path, { figure: "salary" }, encoding);
    expect(answer).toMatchObject({ status: "error", data: { figure: "Select one of the figures" } });
  });
});

test("every period works", async () => {
  for (const period of boardPeriods) {
    expect((await owner(leaderboard.board, { body: { period } })).data.leaderboard_data).toHaveLength(3);
  }
});

test("members of another location or business, and former members, are not found", async () => {
  const foreign = await app.dealership();
  const left = await app.dealership();
  await app.pool.query("update users set is_active = false where email = $1", [left.agent]);
  const leftOwner = await app.signIn(left.owner);
  const cases = [
    [owner, await idOf(dealership.otherAgent)],
    [owner, await idOf(foreign.agent)],
    [leftOwner, await idOf(left.agent)],
  ] as const;
  for (const [call, member_id] of cases) {
    const request = call(leaderboard.drillDown, { params: { member_id }, body: { figure: "all_appointments" } });
    await expect(request).rejects.toMatchObject({ status: 404 });
  }
  expect((await leftOwner(leaderboard.board, { body: {} })).data.leaderboard_data).toHaveLength(2);
});

test.each(["manager", "agent"] as const)("a %s has no access", async (role) => {
  const call = await app.signIn(dealership[role]);
  await expect(call(leaderboard.board, { body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(call(leaderboard.table, { body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(call(leaderboard.team, { body: {} })).rejects.toMatchObject({ status: 403 });
});

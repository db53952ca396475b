import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { openTestHouse } from "#core/testing/house.ts";
import { callerOf } from "#core/testing/signedIn.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { visits } from "#domains/admin/visits/contract.ts";
import { everything } from "./everything.ts";
import { ask, bearer, idFieldsOf, requestOf } from "./mounted.ts";
import { rowsBy } from "./rows.ts";

/** Every call by an operator with support access: only calls declared as readable work, and nothing changes. */
const app = await openTestHouse();
afterAll(() => app.close());

const dealer = await app.dealership();
const foreign = await app.dealership();
const own = await rowsBy(app, await app.signIn(dealer.owner));
await rowsBy(app, await app.signIn(foreign.owner));
const token = await app.token((await app.operator()).email);
const supportCaller = callerOf(app.http, token);

async function beginSupportAccess(): Promise<void> {
  const body = { location_id: dealer.location_id, reason: "The owner asked for help", minutes: 60 };
  await supportCaller(visits.begin, { params: { id: dealer.dealer_id }, body });
}
await beginSupportAccess();

const guarded = app.server.mounted.filter(({ allow }) => allow !== "anyone");
const byName = (calls: readonly Call[]) => calls.map((call) => [call.name, call] as const);
const closed = guarded.filter(({ visitors: supportAccess }) => !supportAccess);
const open = guarded.filter(({ visitors: supportAccess }) => supportAccess === "looks");
const ids = { id: own.customer, chat_id: own.chat, message_id: own.message, customer_id: own.customer };

/** Effects outside the database: events, jobs and texts. */
const sideEffects = () => ({ events: app.events.heard.length, jobs: app.jobs.kept.length, sent: app.sms.sent.length });

beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
});

test("most calls are closed, and two end support access", () => {
  expect(closed.length).toBeGreaterThan(open.length);
  const ending = guarded.filter(({ visitors: supportAccess }) => supportAccess === "leaves").map(({ name }) => name);
  expect(ending.sort()).toEqual([accounts.logout.name, visits.end.name].sort());
});

test("open calls are for staff, and none is a DELETE", () => {
  for (const { name, method, allow } of open) {
    expect({ name, method }).not.toMatchObject({ method: "DELETE" });
    expect({ name, isStaffs: allow.includes("dealer") }).toEqual({ name, isStaffs: true });
  }
});

describe("closed", () => {
  test.each(byName(closed))("%s", async (_, call) => {
    const before = { rows: await everything(app.pool), effects: sideEffects() };
    const answer = await ask(app, requestOf(call, ids, bearer(token)));
    if (call.allow === "pending") return expect(answer.status).toBe(401);
    expect(answer).toMatchObject({
      status: 403,
      envelope: { status: "error", message: "You are only looking into this account.", data: null },
    });
    expect({ rows: await everything(app.pool), effects: sideEffects() }).toEqual(before);
  });
});

describe("open", () => {
  test.each(byName(open))("%s changes nothing and reveals nothing about another business", async (_, call) => {
    const before = { rows: await everything(app.pool), effects: sideEffects() };
    const answer = await ask(app, requestOf(call, ids, bearer(token)));
    expect([200, 404]).toContain(answer.status);
    if (idFieldsOf(call).length === 0) expect(answer.status).toBe(200);
    expect({ rows: await everything(app.pool), effects: sideEffects() }).toEqual(before);
    const body = JSON.stringify(answer.envelope);
    for (const foreignText of [foreign.number, foreign.owner, foreign.agent]) expect(body).not.toContain(foreignText);
  });

  test.each(byName(open))("%s at another location", async (_, call) => {
    for (const place of [dealer.otherLocation_id, foreign.location_id, 999_999_999]) {
      const headers = { ...bearer(token), "location-id": String(place) };
      expect((await ask(app, requestOf(call, ids, headers))).status).toBe(403);
    }
  });
});

test("when support access expires, the session is the operator's again and no business call works", async () => {
  app.clock.advance(60 * 60_000);
  expect((await supportCaller(accounts.profile)).data).toMatchObject({
    user_type: "superadmin",
    dealer_id: 0,
    visit: null,
  });
  for (const call of open.filter(({ allow }) => !allow.includes("superadmin"))) {
    const answer = await ask(app, requestOf(call, ids, bearer(token)));
    expect(answer).toMatchObject({ status: 403, envelope: { message: "You are not allowed to do this." } });
  }
});

import { afterAll, beforeEach, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp } from "#testing/testApp.ts";
import { testEachCall } from "./callMatrix.ts";
import { bearer, buildRequest, type CallResponse, idFieldsOf, sendRequest } from "./callRequests.ts";
import { noChanges, watchRows } from "./rowChanges.ts";
import { createSampleRows } from "./sampleRows.ts";

/** Every call by an operator with support access: only calls declared as readable work, and nothing changes. */
const app = await startTestApp();
afterAll(() => app.close());

const dealer = await app.dealership();
const foreign = await app.dealership();
const own = await createSampleRows(app, await app.signIn(dealer.owner));
await createSampleRows(app, await app.signIn(foreign.owner));
const token = await app.token((await app.operator()).email);
const supportCaller = injectedCaller(app.http, token);

async function beginSupportAccess(): Promise<void> {
  const body = { location_id: dealer.location_id, reason: "The owner asked for help", minutes: 60 };
  await supportCaller(supportAccess.begin, { params: { id: dealer.dealer_id }, body });
}
await beginSupportAccess();
const changes = await watchRows(app.pool);

const guarded = app.server.mountedCalls.filter(({ allow }) => allow !== "anyone");
const closed = guarded.filter(({ supportAccess }) => !supportAccess);
const open = guarded.filter(({ supportAccess }) => supportAccess === "reads");
const ids = { id: own.customer, chat_id: own.chat, message_id: own.message, customer_id: own.customer };

/** Effects outside the database: events, jobs and texts. */
const sideEffects = () => ({
  events: app.events.published.length,
  jobs: app.jobs.queued.length,
  sent: app.sms.sent.length,
});

beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
});

test("most calls are closed, and two end support access", () => {
  expect(closed.length).toBeGreaterThan(open.length);
  const ending = guarded.filter(({ supportAccess }) => supportAccess === "ends").map(({ name }) => name);
  expect(ending.sort()).toEqual([accounts.logout.name, supportAccess.end.name].sort());
});

test("open calls are for staff, and none is a DELETE", () => {
  for (const { name, method, allow } of open) {
    expect({ name, method }).not.toMatchObject({ method: "DELETE" });
    expect({ name, isStaffs: allow.includes("dealer") }).toEqual({ name, isStaffs: true });
  }
});

/** Sends the call; rows and effects must be the same afterwards. */
async function sendWithoutEffect(call: Call): Promise<CallResponse> {
  await changes.forget();
  const before = sideEffects();
  const answer = await sendRequest(app, buildRequest(call, ids, bearer(token)));
  expect({ rows: await changes.read(), effects: sideEffects() }).toEqual({ rows: noChanges, effects: before });
  return answer;
}

testEachCall("is closed during support access", closed, async (call, tryCase) => {
  await tryCase("with valid ids", async () => {
    const answer = await sendWithoutEffect(call);
    if (call.allow === "pending") return expect(answer.status).toBe(401);
    expect(answer).toMatchObject({
      status: 403,
      envelope: { status: "error", message: "View only. You can't change anything in this account.", data: null },
    });
  });
});

testEachCall("changes and reveals nothing during support access", open, async (call, tryCase) => {
  await tryCase("at the location", async () => {
    const answer = await sendWithoutEffect(call);
    expect([200, 404]).toContain(answer.status);
    if (idFieldsOf(call).length === 0) expect(answer.status).toBe(200);
    const body = JSON.stringify(answer.envelope);
    for (const foreignText of [foreign.number, foreign.owner, foreign.agent]) expect(body).not.toContain(foreignText);
  });
  for (const place of [dealer.otherLocation_id, foreign.location_id, 999_999_999]) {
    await tryCase(`at location ${place}`, async () => {
      const headers = { ...bearer(token), "location-id": String(place) };
      expect((await sendRequest(app, buildRequest(call, ids, headers))).status).toBe(403);
    });
  }
});

test("when support access expires, the session is the operator's again and no business call works", async () => {
  app.clock.advance(60 * 60_000);
  expect((await supportCaller(accounts.profile)).data).toMatchObject({
    user_type: "superadmin",
    dealer_id: 0,
    visit: null,
  });
  for (const call of open.filter(({ allow }) => !allow.includes("superadmin"))) {
    const answer = await sendRequest(app, buildRequest(call, ids, bearer(token)));
    expect(answer).toMatchObject({ status: 403, envelope: { message: "You don't have permission to do this." } });
  }
});

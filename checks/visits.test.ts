import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { openTestHouse } from "#core/testing/house.ts";
import { callerOf } from "#core/testing/signedIn.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { visits } from "#domains/admin/visits/contract.ts";
import { everything } from "./everything.ts";
import { ask, bearer, idFieldsOf, requestOf } from "./mounted.ts";
import { rowsBy } from "./rows.ts";

/** Every call that there is, by the operator who looks into a client's account: reading what is declared, and nothing else. */
const house = await openTestHouse();
afterAll(() => house.close());

const dealer = await house.dealership();
const foreign = await house.dealership();
const own = await rowsBy(house, await house.signIn(dealer.owner));
await rowsBy(house, await house.signIn(foreign.owner));
const token = await house.token((await house.operator()).email);
const visitor = callerOf(house.http, token);

async function look(): Promise<void> {
  const body = { location_id: dealer.location_id, reason: "The owner asked for help", minutes: 60 };
  await visitor(visits.begin, { params: { id: dealer.dealer_id }, body });
}
await look();

const guarded = house.server.mounted.filter(({ allow }) => allow !== "anyone");
const named = (calls: readonly Call[]) => calls.map((call) => [call.name, call] as const);
const closed = guarded.filter(({ visitors }) => !visitors);
const open = guarded.filter(({ visitors }) => visitors === "looks");
const ids = { id: own.customer, chat_id: own.chat, message_id: own.message, customer_id: own.customer };

/** What left the house besides rows. */
const left = () => ({ told: house.events.heard.length, jobs: house.jobs.kept.length, sent: house.sms.sent.length });

beforeEach(async () => {
  await house.pool.query("delete from rate_limits");
});

test("most calls are closed, and two lead out", () => {
  expect(closed.length).toBeGreaterThan(open.length);
  const leaving = guarded.filter(({ visitors }) => visitors === "leaves").map(({ name }) => name);
  expect(leaving.sort()).toEqual([accounts.logout.name, visits.end.name].sort());
});

test("what is open is what staff may read: none of the operator's, none of the calls that change something by their verb", () => {
  for (const { name, method, allow } of open) {
    expect({ name, method }).not.toMatchObject({ method: "DELETE" });
    expect({ name, isStaffs: allow.includes("dealer") }).toEqual({ name, isStaffs: true });
  }
});

describe("closed", () => {
  test.each(named(closed))("%s", async (_, call) => {
    const before = { rows: await everything(house.pool), left: left() };
    const answer = await ask(house, requestOf(call, ids, bearer(token)));
    if (call.allow === "pending") return expect(answer.status).toBe(401);
    expect(answer).toMatchObject({
      status: 403,
      envelope: { status: "error", message: "You are only looking into this account.", data: null },
    });
    expect({ rows: await everything(house.pool), left: left() }).toEqual(before);
  });
});

describe("open", () => {
  test.each(named(open))("%s changes nothing and tells nothing of another business", async (_, call) => {
    const before = { rows: await everything(house.pool), left: left() };
    const answer = await ask(house, requestOf(call, ids, bearer(token)));
    expect([200, 404]).toContain(answer.status);
    if (idFieldsOf(call).length === 0) expect(answer.status).toBe(200);
    expect({ rows: await everything(house.pool), left: left() }).toEqual(before);
    const said = JSON.stringify(answer.envelope);
    for (const foreigner of [foreign.number, foreign.owner, foreign.agent]) expect(said).not.toContain(foreigner);
  });

  test.each(named(open))("%s at another location", async (_, call) => {
    for (const place of [dealer.otherLocation_id, foreign.location_id, 999_999_999]) {
      const headers = { ...bearer(token), "location-id": String(place) };
      expect((await ask(house, requestOf(call, ids, headers))).status).toBe(403);
    }
  });
});

test("when the time is up, the same sign-in is the operator again and opens no call of the business", async () => {
  house.clock.advance(60 * 60_000);
  expect((await visitor(accounts.profile)).data).toMatchObject({ user_type: "superadmin", dealer_id: 0, visit: null });
  for (const call of open.filter(({ allow }) => !allow.includes("superadmin"))) {
    const answer = await ask(house, requestOf(call, ids, bearer(token)));
    expect(answer).toMatchObject({ status: 403, envelope: { message: "You are not allowed to do this." } });
  }
});

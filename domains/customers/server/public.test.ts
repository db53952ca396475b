import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { isSuppressed, recordConsent } from "#domains/customers/consent/server/public.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerName } from "#domains/customers/rules.ts";
import { addCustomer, customerDraft } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { addUnknownCaller, countMessage, customerByPhone } from "./public.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let owner: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  owner = await app.signIn(dealership.owner);
});
afterAll(() => app.close());

async function row(call: Caller, id: number) {
  const { data } = await call(customers.table, { body: { length: 500 } });
  return data.find((one) => one.id === id);
}

const location = () => ({ dealer_id: dealership.dealer_id, location_id: dealership.location_id });
const within = <T>(work: Parameters<typeof app.server.within.business<T>>[2]) =>
  app.server.within.business(location(), "test", work);

test("an unknown caller is added once, without a name, and shown by number", async () => {
  const phone = freshPhone();
  const both = await Promise.all([1, 2].map(() => within(({ db }) => addUnknownCaller(db, location(), phone))));
  expect(both[0]?.id).toBe(both[1]?.id);
  const shown = await row(agent, both[0]?.id ?? 0);
  expect(shown?.customer_name).toBe(customerName({ first_name: "", last_name: "", phone }));
  expect(shown).toMatchObject({ first_name: "", last_name: "", phone });
});

test("a known caller is found by phone", async () => {
  const { id, phone } = await addCustomer(agent);
  expect((await within(({ db }) => customerByPhone(db, location(), phone)))?.id).toBe(id);
  expect((await within(({ db }) => addUnknownCaller(db, location(), phone))).id).toBe(id);
});

test("counts texts", async () => {
  const { id } = await addCustomer(agent);
  await within(async ({ db }) => {
    for (const what of ["received", "sent", "sent"] as const) {
      await countMessage(db, dealership.dealer_id, [id], what);
    }
  });
  expect(await row(agent, id)).toMatchObject({ messages_received: 1, messages_sent: 2 });
});

describe("consent", () => {
  const record = (phone: string, event: "granted" | "revoked", words: string) =>
    within((unit) => {
      const consent = { dealer_id: dealership.dealer_id, phone, event, source: "keyword", words } as const;
      return recordConsent(unit, consent);
    });
  const suppressed = (phone: string, dealer_id = dealership.dealer_id) =>
    app.server.within.business({ dealer_id }, "test", ({ db }) => isSuppressed(db, dealer_id, phone));

  test("keeps every event, and the last one counts", async () => {
    const { id, phone } = await addCustomer(agent);
    expect(await suppressed(phone)).toBe(false);
    for (const words of ["STOP", "stop!", "START", "Stop"]) {
      await record(phone, words === "START" ? "granted" : "revoked", words);
      expect(await suppressed(phone)).toBe(words !== "START");
      expect(await row(agent, id)).toMatchObject({ optin_status: words === "START" ? 1 : 0 });
    }
    const { rows } = await app.pool.query("select event, words from consent_events where phone = $1 order by id", [
      phone,
    ]);
    expect(rows.map(({ event, words }) => `${event} ${words}`)).toEqual([
      "revoked STOP",
      "revoked stop!",
      "granted START",
      "revoked Stop",
    ]);
  });

  test("a STOP survives deleting and adding again, at every location, and affects no other dealer", async () => {
    const { id, phone } = await addCustomer(agent);
    await record(phone, "revoked", "STOP");
    await owner(customers.remove, { params: { id } });
    const again = await addCustomer(agent, { phone });
    expect(await row(agent, again.id)).toMatchObject({ optin_status: 0 });
    const elsewhere = await app.signIn(dealership.otherAgent);
    const elsewhereCustomer = await addCustomer(elsewhere, { phone });
    expect(await row(elsewhere, elsewhereCustomer.id)).toMatchObject({ optin_status: 0 });
    const stranger = await app.dealership();
    const theirs = await app.signIn(stranger.agent);
    const sameCustomer = await addCustomer(theirs, { phone });
    expect(await row(theirs, sameCustomer.id)).toMatchObject({ optin_status: 1 });
    expect(await suppressed(phone, stranger.dealer_id)).toBe(false);
  });

  test("changing a customer's phone does not lift the opt-out from the old phone", async () => {
    const { id, phone } = await addCustomer(agent);
    await record(phone, "revoked", "STOP");
    await agent(customers.update, { params: { id }, body: customerDraft() });
    expect(await row(agent, id)).toMatchObject({ optin_status: 1 });
    await agent(customers.update, { params: { id }, body: customerDraft({ phone }) });
    expect(await row(agent, id)).toMatchObject({ optin_status: 0 });
  });
});

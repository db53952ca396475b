import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { callSettings } from "#domains/locations/callSettings/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { numberShop } from "./contract.ts";
import { shopRefusals } from "./rules.ts";

let app: TestApp;
let operator: Caller;
let dealer: Dealership;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
});

const allow = (monthly_limit = 5, may_buy = 1) =>
  operator(numberShop.changeTerms, { params: { id: dealer.dealer_id }, body: { may_buy, monthly_limit } });

const buy = (number: string, more: { price?: string; source?: string; forward_to?: string } = {}) =>
  manager(numberShop.buy, {
    body: { source: "Google", area_code: "909", forward_to: "", price: "1.15", number, ...more },
  });

const terms = async () => (await manager(numberShop.terms)).data;
const table = async () => (await manager(callSettings.numbers, {})).data;
const requestsOf = (number: string) => app.sms.numbers.purchaseRequests.filter((one) => one === number).length;

test("without the operator's leave a business asks for its numbers", async () => {
  expect(await terms()).toEqual({ may_buy: 0, monthly_limit: 5, left: 0 });
  const number = freshPhone();
  await expect(buy(number)).rejects.toMatchObject({ status: 409, message: shopRefusals.off });
  expect(requestsOf(number)).toBe(0);
  expect(await table()).toEqual([]);
});

test("with it a manager finds a number, buys it at its price, and it takes calls at once", async () => {
  await allow(2);
  expect(await terms()).toEqual({ may_buy: 1, monthly_limit: 2, left: 2 });
  const found = (await manager(numberShop.search, { body: { area_code: "909" } })).data;
  expect(found[0]).toMatchObject({ city: "Riverside", price: "1.15", voice: true });
  const number = freshPhone();
  const answer = await buy(number, { source: "Billboard", forward_to: "(909) 555-0123" });
  expect(answer).toMatchObject({ status: "success", data: { state: "assigned" } });
  expect(await table()).toMatchObject([
    { source: "Billboard", number, type: "active", forward_to: "+19095550123", area_code: number.slice(2, 5) },
  ]);
  expect(await terms()).toMatchObject({ left: 1 });
  const page = (await operator(clients.one, { params: { id: dealer.dealer_id } })).data;
  expect(page).toMatchObject({ requests: [], purchases: [{ number, state: "assigned" }] });
});

test("however often somebody clicks, a number is bought once", async () => {
  await allow(1);
  const number = freshPhone();
  const answers = await Promise.all([buy(number), buy(number), buy(number)]);
  for (const { data } of answers) expect(["intended", "assigned"]).toContain(data.state);
  expect((await buy(number)).data.state).toBe("assigned");
  expect(requestsOf(number)).toBe(1);
  expect(await table()).toHaveLength(1);
});

test("two at once don't pass the limit, and what was refused doesn't count", async () => {
  await allow(1);
  app.sms.numbers.buyNext(async () => ({ kind: "refused", words: "Not for sale.", taken: false }));
  const refused = freshPhone();
  await expect(buy(refused)).rejects.toMatchObject({ status: 409, message: expect.stringContaining("Not for sale.") });
  expect(await table()).toEqual([]);
  const results = await Promise.allSettled([buy(freshPhone()), buy(freshPhone())]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(buy(freshPhone())).rejects.toMatchObject({ message: shopRefusals.limit(1) });
  app.clock.advance(31 * 86_400_000);
  manager = await app.signIn(dealer.manager);
  operator = await app.signIn((await app.operator()).email);
  await buy(freshPhone());
});

test("a price that changed since the list is said, and nothing is bought", async () => {
  await allow();
  const number = freshPhone();
  await expect(buy(number, { price: "0.95" })).rejects.toMatchObject({
    status: 409,
    message: shopRefusals.price("1.15"),
  });
  app.sms.numbers.failSearch("The carrier can't be reached.");
  await expect(buy(number)).rejects.toMatchObject({ status: 503, message: "The carrier can't be reached." });
  expect(requestsOf(number)).toBe(0);
});

test("a purchase whose answer got lost ends as the number that was bought", async () => {
  await allow();
  const number = freshPhone();
  app.sms.numbers.buyNext(async (take) => {
    take();
    return { kind: "lost", why: "The answer got lost" };
  });
  app.sms.numbers.ownNext({ kind: "unclear", why: "Unreachable" });
  expect(await buy(number)).toMatchObject({ status: "warning", data: { state: "intended" } });
  expect(await table()).toMatchObject([{ type: "requested" }]);
  app.clock.advance(600_000);
  await app.jobs.runAll();
  expect(await table()).toMatchObject([{ type: "active", number }]);
});

test.each([
  ["number", { number: "" }],
  ["number", { number: "12" }],
  ["source", { source: " " }],
  ["forward_to", { forward_to: "12" }],
])("a purchase with a bad %s is refused: %o", async (field, more) => {
  await allow();
  const body = { source: "Google", area_code: "909", forward_to: "", price: "1.15", number: freshPhone(), ...more };
  await expect(manager(numberShop.buy, { body })).rejects.toMatchObject({
    status: 422,
    fields: { [field]: expect.any(String) },
  });
});

test.each([
  ["monthly_limit", { may_buy: 1, monthly_limit: "" }],
  ["monthly_limit", { may_buy: 1, monthly_limit: 0 }],
  ["monthly_limit", { may_buy: 1, monthly_limit: 101 }],
  ["may_buy", { may_buy: 3, monthly_limit: 5 }],
])("terms with a bad %s are refused: %o", async (field, body) => {
  const refused = operator(numberShop.changeTerms, { params: { id: dealer.dealer_id }, body });
  await expect(refused).rejects.toMatchObject({ status: 422, fields: { [field]: expect.any(String) } });
});

test("one of its own numbers is no phone to ring, and an absent client has no terms", async () => {
  await allow();
  await expect(buy(freshPhone(), { forward_to: dealer.number })).rejects.toMatchObject({
    status: 422,
    fields: { forward_to: expect.any(String) },
  });
  const body = { may_buy: 1, monthly_limit: 5 };
  await expect(operator(numberShop.changeTerms, { params: { id: 0 }, body })).rejects.toMatchObject({ status: 404 });
  await expect(operator(numberShop.clientTerms, { params: { id: 999_999_999 } })).rejects.toMatchObject({
    status: 404,
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { purchasingOf, type Rooftops } from "../testing/purchasing.ts";

let house: TestHouse;
let shop: ReturnType<typeof purchasingOf>;
let number: string;
let here: Rooftops;

beforeAll(async () => {
  house = await openTestHouse();
  shop = purchasingOf(house);
  await shop.signIn();
});
afterAll(() => house.close());
beforeEach(async () => {
  number = freshPhone();
  here = await shop.client();
});

test("the location that has waited longest gets the number, then the next, then the one that never asked", async () => {
  const [never, first, second] = here.locations;
  const order = [first, second, never];
  for (const location_id of order) {
    const bought = freshPhone();
    const answer = await shop.buy(here.dealer_id, bought);
    expect(answer).toMatchObject({ status: "success", data: { state: "assigned" } });
    expect(answer.message).toMatch(/^\(\d{3}\) \d{3}-\d{4} was bought\. \w+ can text with it now\.$/);
    expect(await shop.stateOf(bought)).toMatchObject({
      assigned: [
        { dealer_id: here.dealer_id, location_id, provider: "scripted", provider_sid: expect.stringMatching(/^PN/) },
      ],
      owned: true,
      purchases: ["assigned"],
    });
    expect(await shop.requestOf(location_id)).toBe(1);
  }
  const text = "This client has no location without a number.";
  await expect(shop.buy(here.dealer_id, freshPhone())).rejects.toMatchObject({ status: 409, message: text });
});

test("the owner's browser hears of it, and the profile has the number at once", async () => {
  await shop.buy(here.dealer_id, number);
  const location_id = here.locations[1];
  const payload = { location_id, number };
  expect(shop.told(here.dealer_id)).toContainEqual({
    room: expect.anything(),
    event: "phone-number-assigned",
    payload,
  });
  const owner = await house.signIn(here.owner, location_id);
  expect((await owner(accounts.profile)).data.location_phone).toBe(number);
});

test("who bought what for whom is in the client's audit trail", async () => {
  await shop.buy(here.dealer_id, number);
  const { rows } = await house.pool.query(
    `select a.action, a.detail, u.user_type from audit_log a join users u on u.id = a.user_id
     where a.dealer_id = $1 and a.subject = 'phone number' order by a.id`,
    [here.dealer_id],
  );
  const detail = { number, location_id: here.locations[1] };
  expect(rows).toEqual([
    { action: "was being bought", detail, user_type: "superadmin" },
    { action: "was bought and assigned", detail, user_type: "superadmin" },
  ]);
});

test("five clicks at once and one later buy one number for one location", async () => {
  const before = house.sms.numbers.asked.length;
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.buy(here.dealer_id, number)));
  expect(answers.map(({ status }) => status).every((status) => ["success", "warning"].includes(status))).toBe(true);
  expect(await shop.buy(here.dealer_id, number)).toMatchObject({ status: "success", data: { state: "assigned" } });
  expect(house.sms.numbers.asked.slice(before)).toEqual([number]);
  expect((await shop.stateOf(number)).purchases).toEqual(["assigned"]);
  const { rowCount } = await house.pool.query("select from phone_numbers where dealer_id = $1", [here.dealer_id]);
  expect(rowCount).toBe(1);
});

test("a number is one client's: two who want it at the same time are two answers and one purchase", async () => {
  const other = await shop.client();
  const results = await Promise.allSettled([shop.buy(here.dealer_id, number), shop.buy(other.dealer_id, number)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((result) => result.status === "rejected");
  expect(refused?.reason).toMatchObject({ status: 409, message: "This number is another client's." });
  expect((await shop.stateOf(number)).assigned).toHaveLength(1);
});

test("a number that somebody texts with already is not bought", async () => {
  const { number: theirs } = await house.dealership();
  const before = house.sms.numbers.asked.length;
  await expect(shop.buy(here.dealer_id, theirs)).rejects.toMatchObject({
    status: 409,
    message: "This number is in use already.",
  });
  expect(house.sms.numbers.asked).toHaveLength(before);
});

describe("the carrier", () => {
  test("refuses: nothing is bought, the location still waits, and its words are said", async () => {
    house.sms.numbers.buyNext(async () => ({ kind: "refused", words: "The trial account is full.", taken: false }));
    await expect(shop.buy(here.dealer_id, number)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The trial account is full\. \(\d{3}\) \d{3}-\d{4} was not bought\.$/),
    });
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
    expect(await shop.requestOf(here.locations[1])).toBe(2);
    expect(shop.told(here.dealer_id)).toEqual([]);
    // It may be tried again.
    expect(await shop.buy(here.dealer_id, number)).toMatchObject({ data: { state: "assigned" } });
    expect((await shop.stateOf(number)).purchases).toEqual(["failed", "assigned"]);
  });

  test("answers late: the click waits, a second one learns that it is under way, one number is bought", async () => {
    let answer = () => {};
    house.sms.numbers.buyNext(async (take) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { kind: "bought", sid: take() };
    });
    const first = shop.buy(here.dealer_id, number);
    await expect.poll(() => house.sms.numbers.asked.includes(number)).toBe(true);
    const second = await shop.buy(here.dealer_id, number);
    expect(second).toMatchObject({ status: "warning", data: { state: "intended" } });
    expect(second.message).toMatch(/^The carrier has not said yet whether .* nothing is bought twice\.$/);
    answer();
    expect(await first).toMatchObject({ status: "success", data: { state: "assigned" } });
    expect(await shop.stateOf(number)).toMatchObject({ owned: true, purchases: ["assigned"] });
    expect(shop.timesAsked(number)).toBe(1);
  });

  test("says twice: a request repeated on its way sells once and is refused once, and the number is ours", async () => {
    house.sms.numbers.buyNext(async (take) => {
      take();
      return { kind: "refused", words: "This number is no longer for sale.", taken: true };
    });
    expect(await shop.buy(here.dealer_id, number)).toMatchObject({ data: { state: "assigned" } });
    expect(await shop.stateOf(number)).toMatchObject({ owned: true, purchases: ["assigned"] });
  });

  test("has sold it to somebody else: nothing is bought", async () => {
    const words = "This number is no longer for sale. Please choose another.";
    house.sms.numbers.buyNext(async () => ({ kind: "refused", words, taken: true }));
    await expect(shop.buy(here.dealer_id, number)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(words),
    });
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
  });
});

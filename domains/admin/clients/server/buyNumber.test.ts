import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { type ClientWithLocations, purchasingFixture } from "#testing/admin/purchasing.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let purchasing: ReturnType<typeof purchasingFixture>;
let number: string;
let client: ClientWithLocations;

beforeAll(async () => {
  app = await startTestApp();
  purchasing = purchasingFixture(app);
  await purchasing.signIn();
});
afterAll(() => app.close());
beforeEach(async () => {
  number = freshPhone();
  client = await purchasing.client();
});

test("the location that has waited longest gets the number, then the next, then the one without a request", async () => {
  const [never, first, second] = client.locations;
  const order = [first, second, never];
  for (const location_id of order) {
    const bought = freshPhone();
    const answer = await purchasing.buy(client.dealer_id, bought);
    expect(answer).toMatchObject({ status: "success", data: { state: "assigned" } });
    expect(answer.message).toMatch(/^\(\d{3}\) \d{3}-\d{4} was bought\. \w+ can text with it now\.$/);
    expect(await purchasing.numberState(bought)).toMatchObject({
      assigned: [
        { dealer_id: client.dealer_id, location_id, provider: "scripted", provider_sid: expect.stringMatching(/^PN/) },
      ],
      owned: true,
      purchases: ["assigned"],
    });
    expect(await purchasing.requestOf(location_id)).toBe(1);
  }
  const text = "Every location of this client already has a number.";
  await expect(purchasing.buy(client.dealer_id, freshPhone())).rejects.toMatchObject({ status: 409, message: text });
});

test("the owner's browser gets an event, and the profile has the number at once", async () => {
  await purchasing.buy(client.dealer_id, number);
  const location_id = client.locations[1];
  const payload = { location_id, number };
  expect(purchasing.eventsOf(client.dealer_id)).toContainEqual({
    room: expect.anything(),
    event: "phone-number-assigned",
    payload,
  });
  const owner = await app.signIn(client.owner, location_id);
  expect((await owner(accounts.profile)).data.location_phone).toBe(number);
});

test("the client's audit trail records the purchase", async () => {
  await purchasing.buy(client.dealer_id, number);
  const { rows } = await app.pool.query(
    `select a.action, a.detail, u.user_type from audit_log a join users u on u.id = a.user_id
     where a.dealer_id = $1 and a.subject = 'phone number' order by a.id`,
    [client.dealer_id],
  );
  const detail = { number, location_id: client.locations[1] };
  expect(rows).toEqual([
    { action: "was being bought", detail, user_type: "superadmin" },
    { action: "was bought and assigned", detail, user_type: "superadmin" },
  ]);
});

test("five concurrent clicks and a later one buy one number for one location", async () => {
  const before = app.sms.numbers.purchaseRequests.length;
  const answers = await Promise.all(Array.from({ length: 5 }, () => purchasing.buy(client.dealer_id, number)));
  expect(answers.map(({ status }) => status).every((status) => ["success", "warning"].includes(status))).toBe(true);
  expect(await purchasing.buy(client.dealer_id, number)).toMatchObject({
    status: "success",
    data: { state: "assigned" },
  });
  expect(app.sms.numbers.purchaseRequests.slice(before)).toEqual([number]);
  expect((await purchasing.numberState(number)).purchases).toEqual(["assigned"]);
  const { rowCount } = await app.pool.query("select from phone_numbers where dealer_id = $1", [client.dealer_id]);
  expect(rowCount).toBe(1);
});

test("two clients requesting the same number at once get two answers and one purchase", async () => {
  const other = await purchasing.client();
  const results = await Promise.allSettled([
    purchasing.buy(client.dealer_id, number),
    purchasing.buy(other.dealer_id, number),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((result) => result.status === "rejected");
  expect(refused?.reason).toMatchObject({ status: 409, message: "This number belongs to another client." });
  expect((await purchasing.numberState(number)).assigned).toHaveLength(1);
});

test("a number that is already in use is not bought", async () => {
  const { number: theirs } = await app.dealership();
  const before = app.sms.numbers.purchaseRequests.length;
  await expect(purchasing.buy(client.dealer_id, theirs)).rejects.toMatchObject({
    status: 409,
    message: "This number is already in use.",
  });
  expect(app.sms.numbers.purchaseRequests).toHaveLength(before);
});

describe("the carrier", () => {
  test("refuses: nothing is bought, the location still waits, and its message is shown", async () => {
    app.sms.numbers.buyNext(async () => ({ kind: "refused", words: "The trial account is full.", taken: false }));
    await expect(purchasing.buy(client.dealer_id, number)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/^The trial account is full\. \(\d{3}\) \d{3}-\d{4} was not bought\.$/),
    });
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
    expect(await purchasing.requestOf(client.locations[1])).toBe(2);
    expect(purchasing.eventsOf(client.dealer_id)).toEqual([]);
    // A second try may succeed.
    expect(await purchasing.buy(client.dealer_id, number)).toMatchObject({ data: { state: "assigned" } });
    expect((await purchasing.numberState(number)).purchases).toEqual(["failed", "assigned"]);
  });

  test("answers late: the click waits, a second one sees it is in progress, one number is bought", async () => {
    let answer = () => {};
    app.sms.numbers.buyNext(async (take) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { kind: "bought", sid: take() };
    });
    const first = purchasing.buy(client.dealer_id, number);
    await expect.poll(() => app.sms.numbers.purchaseRequests.includes(number)).toBe(true);
    const second = await purchasing.buy(client.dealer_id, number);
    expect(second).toMatchObject({ status: "warning", data: { state: "intended" } });
    expect(second.message).toMatch(/^Waiting for the carrier to confirm the purchase of .* bought twice\.$/);
    answer();
    expect(await first).toMatchObject({ status: "success", data: { state: "assigned" } });
    expect(await purchasing.numberState(number)).toMatchObject({ owned: true, purchases: ["assigned"] });
    expect(purchasing.buyRequests(number)).toBe(1);
  });

  test("receives the request twice: it sells once, refuses once, and the number is ours", async () => {
    app.sms.numbers.buyNext(async (take) => {
      take();
      return { kind: "refused", words: "This number is no longer for sale.", taken: true };
    });
    expect(await purchasing.buy(client.dealer_id, number)).toMatchObject({ data: { state: "assigned" } });
    expect(await purchasing.numberState(number)).toMatchObject({ owned: true, purchases: ["assigned"] });
  });

  test("has sold it to somebody else: nothing is bought", async () => {
    const words = "This number is no longer for sale. Select another.";
    app.sms.numbers.buyNext(async () => ({ kind: "refused", words, taken: true }));
    await expect(purchasing.buy(client.dealer_id, number)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining(words),
    });
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startDomainWorkers } from "#server/domains.ts";
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

const lost = { kind: "lost", why: "no answer" } as const;
/** The carrier sells, but its answer is lost. */
const sellSilently = async (take: () => string) => {
  take();
  return lost;
};

describe("the carrier", () => {
  test("sells, but its answer is lost: a check assigns the number at once", async () => {
    app.sms.numbers.buyNext(sellSilently);
    expect(await purchasing.buy(client.dealer_id, number)).toMatchObject({
      status: "success",
      data: { state: "assigned" },
    });
    expect(await purchasing.numberState(number)).toMatchObject({
      owned: true,
      purchases: ["assigned"],
      assigned: [{ location_id: client.locations[1] }],
    });
  });

  test("never got the request: after some minutes of checks the purchase fails with a message", async () => {
    app.sms.numbers.buyNext(async () => lost);
    expect(await purchasing.buy(client.dealer_id, number)).toMatchObject({
      status: "warning",
      data: { state: "intended" },
    });
    const busy = "A number is already being bought for this client. Wait for that purchase to finish.";
    const others = [
      await purchasing.buy(client.dealer_id, freshPhone()),
      await purchasing.buy(client.dealer_id, freshPhone()),
    ];
    expect(others.map(({ status }) => status)).toEqual(["success", "success"]);
    await expect(purchasing.buy(client.dealer_id, freshPhone())).rejects.toMatchObject({ status: 409, message: busy });
    await purchasing.advanceMinutes(9);
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
    const { purchases } = await purchasing.page(client.dealer_id);
    expect(purchases.find((purchase) => purchase.number === number)).toMatchObject({
      state: "failed",
      error: "The carrier didn't respond and didn't sell the number.",
    });
  });

  test("processes the purchase after our timeout: the next check finds it", async () => {
    app.sms.numbers.buyNext(async () => lost);
    await purchasing.buy(client.dealer_id, number);
    app.sms.numbers.owned.set(number, "PNlate");
    await purchasing.advanceMinutes(1);
    expect(await purchasing.numberState(number)).toMatchObject({
      assigned: [{ provider_sid: "PNlate" }],
      purchases: ["assigned"],
    });
  });

  test("is unreachable for a day: shown as unknown; another click checks again", async () => {
    app.sms.numbers.buyNext(sellSilently);
    const unclear = { kind: "unclear", why: "away" } as const;
    app.sms.numbers.ownNext(...Array.from({ length: 150 }, () => unclear));
    expect(await purchasing.buy(client.dealer_id, number)).toMatchObject({ status: "warning" });
    for (let hour = 0; hour < 26 * 6; hour++) {
      app.clock.advance(600_000);
      await app.jobs.runAll();
    }
    expect((await purchasing.numberState(number)).purchases).toEqual(["unknown"]);
    await purchasing.signIn();
    expect(await purchasing.buy(client.dealer_id, number)).toMatchObject({
      status: "success",
      data: { state: "assigned" },
    });
  });
});

describe("this process dies", () => {
  /** Stands for a dead process: the request ends without an answer, and nothing after it runs. */
  const dies = async () => {
    throw new Error("the process died");
  };

  test("after the purchase: the next one assigns the number, once", async () => {
    app.sms.numbers.buyNext(async (take) => {
      take();
      return dies();
    });
    await expect(purchasing.buy(client.dealer_id, number)).rejects.toMatchObject({ status: 500 });
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: true, purchases: ["intended"] });
    app.jobs.queued.length = 0;
    app.clock.advance(60_000);
    await Promise.all([startDomainWorkers(app.server), startDomainWorkers(app.server)]);
    await app.jobs.runAll();
    expect(await purchasing.numberState(number)).toMatchObject({
      assigned: [{ location_id: client.locations[1] }],
      purchases: ["assigned"],
    });
    expect(purchasing.eventsOf(client.dealer_id)).toHaveLength(1);
    expect(purchasing.buyRequests(number)).toBe(1);
  });

  test("before the purchase: nothing is bought, and the location can get a number again", async () => {
    app.sms.numbers.buyNext(dies);
    await expect(purchasing.buy(client.dealer_id, number)).rejects.toMatchObject({ status: 500 });
    await purchasing.advanceMinutes(9);
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
    expect(await purchasing.buy(client.dealer_id, freshPhone())).toMatchObject({ data: { state: "assigned" } });
    expect(await purchasing.requestOf(client.locations[1])).toBe(1);
  });

  test("the purchase's own job settles it without a restart", async () => {
    app.sms.numbers.buyNext(async (take) => {
      take();
      return dies();
    });
    await expect(purchasing.buy(client.dealer_id, number)).rejects.toMatchObject({ status: 500 });
    await purchasing.advanceMinutes(1);
    expect((await purchasing.numberState(number)).purchases).toEqual(["assigned"]);
  });
});

describe("a later step fails", () => {
  /** The location gets another number while the carrier sells. */
  const sellWhileReplaced = async (take: () => string) => {
    const values = [freshPhone(), client.dealer_id, client.locations[1]];
    await app.pool.query(
      "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, $2, $3, 'scripted')",
      values,
    );
    return { kind: "bought", sid: take() } as const;
  };

  test("the number is released, with a message", async () => {
    app.sms.numbers.buyNext(sellWhileReplaced);
    await expect(purchasing.buy(client.dealer_id, number)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /^The number was bought, but the location already has another one\. .* was released\.$/,
      ),
    });
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: false, purchases: ["released"] });
    expect(purchasing.eventsOf(client.dealer_id)).toEqual([]);
  });

  test("a failing release is retried until it succeeds", async () => {
    app.sms.numbers.refuse(2);
    app.sms.numbers.buyNext(sellWhileReplaced);
    const answer = await purchasing.buy(client.dealer_id, number);
    expect(answer).toMatchObject({ status: "warning", data: { state: "bought" } });
    expect(answer.message).toMatch(/is being released\.$/);
    expect((await purchasing.numberState(number)).owned).toBe(true);
    await purchasing.advanceMinutes(4);
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: false, purchases: ["released"] });
  });

  test("a sale that arrives after the purchase failed is released", async () => {
    let sell = () => {};
    app.sms.numbers.buyNext(async (take) => {
      await new Promise<void>((resolve) => {
        sell = resolve;
      });
      return { kind: "bought", sid: take() };
    });
    const late = purchasing.buy(client.dealer_id, number);
    await expect.poll(() => app.sms.numbers.purchaseRequests.includes(number)).toBe(true);
    await purchasing.advanceMinutes(9);
    expect((await purchasing.numberState(number)).purchases).toEqual(["failed"]);
    sell();
    await expect(late).rejects.toMatchObject({ status: 409, message: expect.stringContaining("was released") });
    expect(await purchasing.numberState(number)).toEqual({ assigned: [], owned: false, purchases: ["released"] });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { workDomains } from "#server/domains.ts";
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

const lost = { kind: "lost", why: "no answer" } as const;
/** The carrier sells, and its answer never arrives. */
const sellSilently = async (take: () => string) => {
  take();
  return lost;
};

describe("the carrier", () => {
  test("sells, and its answer gets lost: it is asked, and the number assigned at once", async () => {
    house.sms.numbers.buyNext(sellSilently);
    expect(await shop.buy(here.dealer_id, number)).toMatchObject({ status: "success", data: { state: "assigned" } });
    expect(await shop.stateOf(number)).toMatchObject({
      owned: true,
      purchases: ["assigned"],
      assigned: [{ location_id: here.locations[1] }],
    });
  });

  test("never got the purchase: after some minutes of asking nothing was bought, and that is said", async () => {
    house.sms.numbers.buyNext(async () => lost);
    expect(await shop.buy(here.dealer_id, number)).toMatchObject({ status: "warning", data: { state: "intended" } });
    const busy = "A number is being bought for this client already. Please wait until that is done.";
    const others = [await shop.buy(here.dealer_id, freshPhone()), await shop.buy(here.dealer_id, freshPhone())];
    expect(others.map(({ status }) => status)).toEqual(["success", "success"]);
    await expect(shop.buy(here.dealer_id, freshPhone())).rejects.toMatchObject({ status: 409, message: busy });
    await shop.minutes(9);
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
    const { purchases } = await shop.page(here.dealer_id);
    expect(purchases.find((purchase) => purchase.number === number)).toMatchObject({
      state: "failed",
      error: "The carrier did not answer, and did not sell the number.",
    });
  });

  test("takes the purchase in only after the answer was given up: found when asked again", async () => {
    house.sms.numbers.buyNext(async () => lost);
    await shop.buy(here.dealer_id, number);
    house.sms.numbers.owned.set(number, "PNlate");
    await shop.minutes(1);
    expect(await shop.stateOf(number)).toMatchObject({
      assigned: [{ provider_sid: "PNlate" }],
      purchases: ["assigned"],
    });
  });

  test("can't be asked for a day: shown as unknown; another click asks anew", async () => {
    house.sms.numbers.buyNext(sellSilently);
    const unclear = { kind: "unclear", why: "away" } as const;
    house.sms.numbers.ownNext(...Array.from({ length: 150 }, () => unclear));
    expect(await shop.buy(here.dealer_id, number)).toMatchObject({ status: "warning" });
    for (let hour = 0; hour < 26 * 6; hour++) {
      house.clock.advance(600_000);
      await house.jobs.doAll();
    }
    expect((await shop.stateOf(number)).purchases).toEqual(["unknown"]);
    await shop.signIn();
    expect(await shop.buy(here.dealer_id, number)).toMatchObject({ status: "success", data: { state: "assigned" } });
  });
});

describe("this process dies", () => {
  /** What a dead process leaves: the request ends without an answer, and whatever it would have done is not done. */
  const dies = async () => {
    throw new Error("the process died");
  };

  test("after the purchase: the next one assigns the number, once", async () => {
    house.sms.numbers.buyNext(async (take) => {
      take();
      return dies();
    });
    await expect(shop.buy(here.dealer_id, number)).rejects.toMatchObject({ status: 500 });
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: true, purchases: ["intended"] });
    house.jobs.kept.length = 0;
    house.clock.advance(60_000);
    await Promise.all([workDomains(house.server), workDomains(house.server)]);
    await house.jobs.doAll();
    expect(await shop.stateOf(number)).toMatchObject({
      assigned: [{ location_id: here.locations[1] }],
      purchases: ["assigned"],
    });
    expect(shop.told(here.dealer_id)).toHaveLength(1);
    expect(shop.timesAsked(number)).toBe(1);
  });

  test("before the purchase: nothing is bought, and the location can be served again", async () => {
    house.sms.numbers.buyNext(dies);
    await expect(shop.buy(here.dealer_id, number)).rejects.toMatchObject({ status: 500 });
    await shop.minutes(9);
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: false, purchases: ["failed"] });
    expect(await shop.buy(here.dealer_id, freshPhone())).toMatchObject({ data: { state: "assigned" } });
    expect(await shop.requestOf(here.locations[1])).toBe(1);
  });

  test("the job that the purchase brought with it is enough, without a start", async () => {
    house.sms.numbers.buyNext(async (take) => {
      take();
      return dies();
    });
    await expect(shop.buy(here.dealer_id, number)).rejects.toMatchObject({ status: 500 });
    await shop.minutes(1);
    expect((await shop.stateOf(number)).purchases).toEqual(["assigned"]);
  });
});

describe("a later step fails", () => {
  /** While the carrier sells, the location gets another number. */
  const overtaken = async (take: () => string) => {
    const values = [freshPhone(), here.dealer_id, here.locations[1]];
    await house.pool.query(
      "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, $2, $3, 'scripted')",
      values,
    );
    return { kind: "bought", sid: take() } as const;
  };

  test("the number is given back, and that is said", async () => {
    house.sms.numbers.buyNext(overtaken);
    await expect(shop.buy(here.dealer_id, number)).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /^The number was bought, but the location has another one by now\. .* was given back\.$/,
      ),
    });
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: false, purchases: ["released"] });
    expect(shop.told(here.dealer_id)).toEqual([]);
  });

  test("the carrier doesn't take it back at once: it is told until it does", async () => {
    house.sms.numbers.refuseRelease(2);
    house.sms.numbers.buyNext(overtaken);
    const answer = await shop.buy(here.dealer_id, number);
    expect(answer).toMatchObject({ status: "warning", data: { state: "bought" } });
    expect(answer.message).toMatch(/is being given back\.$/);
    expect((await shop.stateOf(number)).owned).toBe(true);
    await shop.minutes(4);
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: false, purchases: ["released"] });
  });

  test("a sale that comes after it was given up is given back, never while somebody has the number", async () => {
    let sell = () => {};
    house.sms.numbers.buyNext(async (take) => {
      await new Promise<void>((resolve) => {
        sell = resolve;
      });
      return { kind: "bought", sid: take() };
    });
    const late = shop.buy(here.dealer_id, number);
    await expect.poll(() => house.sms.numbers.asked.includes(number)).toBe(true);
    await shop.minutes(9);
    expect((await shop.stateOf(number)).purchases).toEqual(["failed"]);
    sell();
    await expect(late).rejects.toMatchObject({ status: 409, message: expect.stringContaining("was given back") });
    expect(await shop.stateOf(number)).toEqual({ assigned: [], owned: false, purchases: ["released"] });
  });
});

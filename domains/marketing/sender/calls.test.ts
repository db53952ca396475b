import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { locations } from "#domains/locations/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { mailSender } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let params: { id: number };
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  params = { id: dealer.location_id };
  app.mails.sent.length = 0;
});

const draft = {
  from_name: "Harbor Motors Sales",
  reply_to: "sales@harbor.example",
  postal_address: "12 Pier St, Springfield, NY 10001",
};

async function savedOwner() {
  const owner = await app.signIn(dealer.owner);
  await owner(mailSender.change, { params, body: draft });
  return owner;
}

describe("a location's sender", () => {
  test("is its business at first, and has a postal address once the location has a whole one", async () => {
    const owner = await app.signIn(dealer.owner);
    const before = (await owner(mailSender.show, { params })).data;
    expect(before).toMatchObject({ is_saved: 0, reply_to: "", from_address: "mail@rooftop.test" });
    expect(before.from_name).not.toBe("");
    const place = {
      title: "Harbor",
      address: "2 Pier St",
      address_2: "",
      city: "Albany",
      state: "NY",
      postal_code: "12207",
    };
    const added = (await owner(locations.store, { body: place })).data;
    expect((await owner(mailSender.show, { params: { id: added.id } })).data.postal_address).toBe(
      "2 Pier St, Albany, NY 12207",
    );
    const half = (await owner(locations.store, { body: { ...place, title: "Half", city: "" } })).data;
    expect((await owner(mailSender.show, { params: { id: half.id } })).data.postal_address).toBe("");
  });

  test("is what the owner saved, and the trail says who did", async () => {
    const owner = await savedOwner();
    expect((await owner(mailSender.show, { params })).data).toMatchObject({ ...draft, is_saved: 1 });
    const again = { ...draft, reply_to: "" };
    expect((await owner(mailSender.change, { params, body: again })).data).toMatchObject(again);
    const { rows } = await app.pool.query(
      "select count(*)::int from audit_log where dealer_id = $1 and action = 'changed marketing email'",
      [dealer.dealer_id],
    );
    expect(rows[0].count).toBe(2);
  });

  test.each([
    [{ from_name: "" }, "from_name", "Enter a sender name"],
    [{ reply_to: "sales" }, "reply_to", "Enter a valid email address"],
    [{ postal_address: "" }, "postal_address", "Enter a mailing address"],
    [{ postal_address: "12 Pier St, Springfield" }, "postal_address", "Enter the full address with its ZIP code"],
  ])("refuses %o", async (change, field, message) => {
    const owner = await app.signIn(dealer.owner);
    await expect(owner(mailSender.change, { params, body: { ...draft, ...change } })).rejects.toMatchObject({
      fields: { [field]: message },
    });
  });
});

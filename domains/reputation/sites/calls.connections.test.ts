import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { connectGoogle, goToGoogle } from "#testing/reputation/connectGoogle.ts";
import { startTestApp } from "#testing/testApp.ts";
import { reviewConnections, reviewSites } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let owner: Caller;
let google: number;

const addSite = async (call: Caller, kind: "google" | "yelp") => {
  const write_url = kind === "google" ? "https://g.page/r/harbor" : "https://www.yelp.com/biz/harbor";
  return (await call(reviewSites.add, { body: { kind, title: "", write_url, is_shown: 1 } })).data.id;
};
const connections = async () => (await owner(reviewConnections.all)).data;

beforeEach(async () => {
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  google = await addSite(owner, "google");
});

test("an owner connects Google, chooses the business, and its access is sealed", async () => {
  expect(await connections()).toEqual({ provider: "simulator", connections: [] });
  await owner(reviewConnections.finish, { body: await goToGoogle(owner, google) });
  expect((await connections()).connections).toMatchObject([{ site_id: google, state: "choosing", profile_title: "" }]);
  const { account, listings } = (await owner(reviewConnections.listings, { params: { id: google } })).data;
  expect(account).toMatch(/@dealership\.example$/);
  expect(listings.map(({ title }) => title)).toEqual(["Main Street", "Airport", "Outlet"]);
  const { ref = "" } = listings[1] ?? {};
  await owner(reviewConnections.choose, { params: { id: google }, body: { ref } });
  await app.jobs.runAll();
  expect((await connections()).connections).toMatchObject([{ state: "ok", profile_title: "Airport", site_count: 0 }]);
  const { rows } = await app.pool.query(
    `select a::text as stored from review_accounts a join simulated_profiles p on p.access = any(
       array[a.access_sealed, a.account]) where a.dealer_id = $1`,
    [dealer.dealer_id],
  );
  expect(rows).toEqual([]);
});

test("what the site sends back is good for the same session, business and location, and for a quarter of an hour", async () => {
  const body = await goToGoogle(owner, google);
  const other = await app.dealership();
  const strangers = [
    await app.signIn(dealer.owner),
    await app.signIn(other.owner),
    await app.signIn(dealer.owner, dealer.otherLocation_id),
  ];
  for (const call of strangers)
    await expect(call(reviewConnections.finish, { body })).rejects.toMatchObject({ status: 409 });
  const forged = { ...body, state: body.state.replace(/.$/, (sign) => (sign === "A" ? "B" : "A")) };
  await expect(owner(reviewConnections.finish, { body: forged })).rejects.toMatchObject({ status: 409 });
  app.clock.advance(16 * 60_000);
  await expect(owner(reviewConnections.finish, { body })).rejects.toMatchObject({ status: 409 });
  expect((await connections()).connections).toEqual([]);
});

test("whoever denies access, or comes back with a wrong code, connects nothing", async () => {
  const { state } = await goToGoogle(owner, google);
  for (const code of ["", "made up"])
    await expect(owner(reviewConnections.finish, { body: { state, code } })).rejects.toMatchObject({ status: 409 });
  expect((await connections()).connections).toEqual([]);
});

test("only owners connect, and only Google sites", async () => {
  const manager = await app.signIn(dealer.manager);
  const params = { id: google };
  await expect(manager(reviewConnections.begin, { params })).rejects.toMatchObject({ status: 403 });
  const yelp = { id: await addSite(owner, "yelp") };
  await expect(owner(reviewConnections.begin, { params: yelp })).rejects.toMatchObject({ status: 409 });
  await expect(owner(reviewConnections.listings, { params })).rejects.toMatchObject({ status: 409 });
  await expect(manager(reviewConnections.sync, { params })).rejects.toMatchObject({ status: 409 });
});

test("a business is read at one location only, and must be one of the account's own", async () => {
  const ref = await connectGoogle(owner, google);
  const params = { id: google };
  for (const wrong of ["", "profiles/999999", "../../accounts"])
    await expect(owner(reviewConnections.choose, { params, body: { ref: wrong } })).rejects.toMatchObject({
      status: 422,
      fields: { ref: expect.any(String) },
    });
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  const other = await addSite(elsewhere, "google");
  const { state } = await goToGoogle(elsewhere, other);
  const [{ account = "" } = {}] = (await connections()).connections;
  await elsewhere(reviewConnections.finish, { body: { state, code: `simulated ${account}` } });
  const chosen = elsewhere(reviewConnections.choose, { params: { id: other }, body: { ref } });
  await expect(chosen).rejects.toMatchObject({ fields: { ref: expect.stringMatching(/already/) } });
});

test("disconnecting forgets the access and keeps what was read; so does removing the site", async () => {
  const ref = await connectGoogle(owner, google);
  await app.reviewSites.write(ref, { author: "Ana", rating: 5, body: "" });
  await app.jobs.runAll();
  const kind = { kind: "yelp", title: "", write_url: "https://www.yelp.com/biz/harbor", is_shown: 1 } as const;
  const renamed = owner(reviewSites.update, { params: { id: google }, body: kind });
  await expect(renamed).rejects.toMatchObject({ status: 409 });
  await owner(reviewConnections.disconnect, { params: { id: google } });
  const accounts = () => app.pool.query("select from review_accounts where dealer_id = $1", [dealer.dealer_id]);
  expect((await accounts()).rowCount).toBe(0);
  expect((await connections()).connections).toEqual([]);
  const { rows } = await app.pool.query("select author from reviews where dealer_id = $1", [dealer.dealer_id]);
  expect(rows).toEqual([{ author: "Ana" }]);
  await connectGoogle(owner, google);
  await owner(reviewSites.remove, { params: { id: google } });
  expect((await accounts()).rowCount).toBe(0);
});

import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { accounts } from "../contract.ts";
import { registration } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const password = "Blue-Kettle-17";
const newcomer = () => ({
  first_name: "Nora",
  last_name: "Reyes",
  business_name: "Reyes Motors",
  phone: "(909)555-0123",
  zip: "92335",
  email: `nora-${randomInt(1e12)}@example.com`,
  password,
});
const place = {
  location: "Main lot",
  title: "Main lot",
  address: "12 Palm Ave",
  address_2: "",
  city: "El Paso",
  state: "TX",
  postal_code: "79901",
  industry_id: "1",
  feature_id: 3,
};

async function registered() {
  const draft = newcomer();
  const { data } = await app.anyone(registration.register, { body: draft });
  return { draft, user: data, call: injectedCaller(app.http, data.access_token) };
}

const row = async (text: string, values: unknown[]) => (await app.pool.query(text, values)).rows;

describe("registering", () => {
  test("makes a business with its owner, who is signed in", async () => {
    const draft = { ...newcomer(), email: `Nora.${randomInt(1e12)}@Example.com` };
    const answer = await app.anyone(registration.register, { body: draft });
    const email = draft.email.toLowerCase();
    expect(answer).toMatchObject({ status: "success", message: "Registration successful" });
    expect(answer.data).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      id: expect.any(Number),
      dealer_id: expect.any(Number),
      user_type: "dealer",
      first_name: "Nora",
      last_name: "Reyes",
      business_name: "Reyes Motors",
      email,
      dealer_phone_number: "+19095550123",
    });
    const { dealer_id, id, access_token } = answer.data;
    const [dealer] = await row("select * from dealers where id = $1", [dealer_id]);
    const trial_ends_at = new Date(app.clock.now().getTime() + 30 * 24 * 3_600_000);
    expect(dealer).toMatchObject({ business_name: "Reyes Motors", email, phone: "+19095550123", zip: "92335" });
    expect(Math.abs(dealer.trial_ends_at - trial_ends_at.getTime())).toBeLessThan(1000);
    const { data } = await injectedCaller(app.http, access_token)(accounts.profile);
    expect(data).toMatchObject({ id, dealer_id, location_id: null, location: "", user_type: "dealer", email });
    expect(data.trial_ends_at).toBe(dealer.trial_ends_at.toISOString());
    const trail = await row("select action, subject, user_id from audit_log where dealer_id = $1", [dealer_id]);
    expect(trail).toEqual([{ action: "registered", subject: "dealer", user_id: id }]);
  });

  test("the owner signs in again with that password, and has no location yet", async () => {
    const { draft } = await registered();
    const { data } = await app.anyone(accounts.login, { body: { email: draft.email, password } });
    expect(data).toMatchObject({
      login_status: "okay",
      location_id: null,
      location: "",
      business_name: "Reyes Motors",
    });
    const call = injectedCaller(app.http, data.access_token);
    const opening = call(appointments.table, { body: {} });
    await expect(opening).rejects.toMatchObject({ status: 403, message: /^You do not belong to a location yet/ });
  });

  test("an available address passes the check", async () => {
    const answer = await app.anyone(registration.checkEmail, { body: { email: newcomer().email } });
    expect(answer).toEqual({ status: "success", message: "Email is available", data: null });
  });
});

describe("choices", () => {
  test("industries and features are public, in display order", async () => {
    const { data: one } = await app.anyone(registration.industries);
    const { data: other } = await app.anyone(registration.features);
    expect(one.allIndustries[0]).toEqual({ id: 1, slug: "new-car-dealership", title: "New car dealership" });
    expect(one.allIndustries.at(-1)?.slug).toBe("other");
    const slugs = ["crm", "email-marketing", "text-marketing", "reputation-management", "marketing-integrations"];
    expect(other.allFeatures.map(({ slug }) => slug)).toEqual(slugs);
  });
});

describe("completing the registration", () => {
  test("stores the first location, with the time zone of its ZIP code", async () => {
    const { call, user } = await registered();
    const answer = await call(registration.complete, { body: place });
    expect(answer).toMatchObject({ status: "success", message: "Registration completed" });
    expect(answer.data).toEqual({
      location_id: expect.any(Number),
      location_title: "Main lot",
      business_name: "Reyes Motors",
      location_address: "12 Palm Ave, El Paso, TX 79901",
    });
    const [location] = await row("select * from locations where dealer_id = $1", [user.dealer_id]);
    expect(location).toMatchObject({ title: "Main lot", state: "TX", country: "US", time_zone: "America/Denver" });
    const [dealer] = await row("select industry_id, feature_id from dealers where id = $1", [user.dealer_id]);
    expect(dealer).toEqual({ industry_id: 1, feature_id: 3 });
    const { data: profile } = await call(accounts.profile);
    expect(profile).toMatchObject({ location_id: answer.data.location_id, time_zone: "America/Denver" });
    const { recordsTotal } = await call(appointments.table, { body: {} });
    expect(recordsTotal).toBe(0);
  });

  test("sent again, updates that location and creates no other", async () => {
    const { call, user } = await registered();
    const first = await call(registration.complete, { body: place });
    const moved = { ...place, location: "North lot", title: "", state: "california", postal_code: "92335" };
    const again = await call(registration.complete, { body: moved });
    expect(again.data).toMatchObject({ location_id: first.data.location_id, location_title: "North lot" });
    const locations = await row("select title, state, time_zone from locations where dealer_id = $1", [user.dealer_id]);
    expect(locations).toEqual([{ title: "North lot", state: "CA", time_zone: "America/Los_Angeles" }]);
  });

  test("ten concurrent requests create one location", async () => {
    const { call, user } = await registered();
    const all = await Promise.all(Array.from({ length: 10 }, () => call(registration.complete, { body: place })));
    expect(new Set(all.map(({ data }) => data.location_id)).size).toBe(1);
    expect(await row("select from locations where dealer_id = $1", [user.dealer_id])).toHaveLength(1);
  });

  test("ignores dealer and location ids in the body", async () => {
    const foreign = await app.dealership();
    const { call, user } = await registered();
    const named = { ...place, dealer_id: foreign.dealer_id, location_id: foreign.location_id };
    const { data } = await call(registration.complete, { body: named });
    expect(data.location_id).not.toBe(foreign.location_id);
    const [location] = await row("select dealer_id from locations where id = $1", [data.location_id]);
    expect(location).toEqual({ dealer_id: user.dealer_id });
  });
});

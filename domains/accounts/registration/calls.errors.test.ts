import { randomInt } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { accounts } from "../contract.ts";
import { registration } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
});
afterAll(() => app.close());
beforeEach(() => app.pool.query("delete from rate_limits"));

const validDraft = {
  first_name: "Nora",
  last_name: "Reyes",
  business_name: "Reyes Motors",
  phone: "(909)555-0123",
  zip: "",
  email: "nora@example.com",
  password: "Blue-Kettle-17",
};
const count = async (table: string) => (await app.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;
const alreadyRegistered = "This email is already registered. Log in instead.";

describe("registering: errors are reported at their field", () => {
  const weak = "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number";
  const common = "This password is too common. Choose one that's harder to guess";
  const wrong = [
    ["first_name", "", "First name is required"],
    ["last_name", " ", "Last name is required"],
    ["business_name", "", "Business name is required"],
    ["email", "", "Email is required"],
    ["email", "nora", "Enter a valid email address"],
    ["password", "", "Password is required"],
    ["password", "Short1", weak],
    ["password", "nocapital1", weak],
    ["password", "NOSMALL1", weak],
    ["password", "NoNumbers", weak],
    ["password", "Password1", common],
    ["password", "Welcome2026!", common],
    ["password", "8J4yE3Uz", common],
    ["phone", "", "Phone number is required"],
    ["phone", "555-0123", "Phone number is invalid"],
    ["phone", "909555012345", "Phone number is invalid"],
    ["phone", "(909)555-01ab", "Phone number is invalid"],
  ] as const;
  const cases = everyEncoding.flatMap((encoding) => wrong.map((one) => [encoding, ...one] as const));

  test.each(cases)("%s: %s %j: %s", async (encoding, field, value, text) => {
    const before = await count("dealers");
    const answer = await postEncoded(app.http, "", "/register", { ...validDraft, [field]: value }, encoding);
    expect(answer).toMatchObject({ status: "error", message: text });
    expect(answer.data).toEqual({ [field]: text });
    expect(await count("dealers")).toBe(before);
  });

  test("the message is the first error in form order", async () => {
    const fields = Object.keys(validDraft).filter((field) => field !== "zip");
    const inOrder = ["first_name", "last_name", "business_name", "email", "password", "phone"];
    expect(fields.sort()).toEqual([...inOrder].sort());
    for (const [at, field] of inOrder.entries()) {
      const body = { ...validDraft, ...Object.fromEntries(inOrder.slice(at).map((one) => [one, ""])) };
      const answer = await postEncoded(app.http, "", "/register", body, "json");
      expect(Object.keys(answer.data)).toEqual(inOrder.slice(at));
      expect(answer.message).toBe(answer.data[field]);
    }
  });
});

describe("a taken address", () => {
  test("is refused by check and registration, ignoring case", async () => {
    for (const email of [dealer.owner, dealer.agent.toUpperCase()]) {
      for (const [call, body] of [
        [registration.checkEmail, { email }],
        [registration.register, { ...validDraft, email }],
      ] as const) {
        const attempt = app.anyone(call, { body } as never);
        await expect(attempt).rejects.toMatchObject({
          status: 422,
          message: alreadyRegistered,
          fields: { email: alreadyRegistered },
        });
      }
    }
  });

  test("twenty registrations of one address at once make one account", async () => {
    const email = `race-${randomInt(1e12)}@example.com`;
    const before = await count("dealers");
    const all = await Promise.all(
      Array.from({ length: 20 }, () => postEncoded(app.http, "", "/register", { ...validDraft, email }, "json")),
    );
    expect(all.filter(({ status }) => status === "success")).toHaveLength(1);
    for (const answer of all.filter(({ status }) => status !== "success")) {
      expect(answer).toMatchObject({ status: "error", message: alreadyRegistered, data: { email: alreadyRegistered } });
    }
    expect(await count("dealers")).toBe(before + 1);
  });

  test.each([
    ["", "Email is required"],
    ["nora", "Enter a valid email address"],
  ])("the check says of %j: %s", async (email, text) => {
    const answer = await postEncoded(app.http, "", "/register/email_check", { email }, "json");
    expect(answer).toMatchObject({ status: "error", message: text, data: { email: text } });
  });

  test("is rate-limited to sixty checks in 15 minutes", async () => {
    const check = () =>
      app.http.inject({ method: "POST", url: "/api/register/email_check", payload: { email: dealer.owner } });
    for (let at = 0; at < 60; at++) expect((await check()).statusCode).toBe(422);
    const refused = await check();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(800);
  });
});

describe("completing: errors are reported at their field", () => {
  const place = {
    location: "Main lot",
    title: "Main lot",
    address: "12 Palm Ave",
    address_2: "",
    city: "Fontana",
    state: "CA",
    postal_code: "92335",
    country: "US",
    industry_id: "1",
    feature_id: "1",
    location_id: "0",
    dealer_id: "1",
  };
  const wrong = [
    ["location", "", "Location title is required"],
    ["address", "", "Street Address is required"],
    ["city", "", "City is required"],
    ["state", "", "State is required"],
    ["state", "Ontario", "Select a state from the list"],
    ["postal_code", "", "Postal Code is required"],
    ["industry_id", "", "Choose an industry"],
    ["industry_id", "999999999", "Choose an industry"],
    ["industry_id", "abc", "Choose an industry"],
    ["feature_id", "0", "Choose a feature"],
    ["feature_id", "999999999", "Choose a feature"],
  ] as const;
  const cases = everyEncoding.flatMap((encoding) => wrong.map((one) => [encoding, ...one] as const));
  let token: string;
  beforeAll(async () => {
    const { data } = await app.anyone(registration.register, { body: { ...validDraft, email: "wizard@example.com" } });
    token = data.access_token;
  });

  test.each(cases)("%s: %s %j: %s", async (encoding, field, value, text) => {
    const before = await count("locations");
    const answer = await postEncoded(app.http, token, "/register-complete", { ...place, [field]: value }, encoding);
    expect(answer).toMatchObject({ status: "error", message: text });
    expect(answer.data).toEqual({ [field]: text });
    expect(await count("locations")).toBe(before);
  });

  test("missing fields are reported in the order of the steps", async () => {
    const answer = await postEncoded(app.http, token, "/register-complete", {}, "json");
    const order = ["location", "address", "city", "state", "postal_code", "industry_id", "feature_id"];
    expect(Object.keys(answer.data)).toEqual(order);
    expect(answer.message).toBe("Location title is required");
  });

  test("members are refused, and so is a business with several locations", async () => {
    for (const email of [dealer.manager, dealer.agent]) {
      const call = await app.signIn(email);
      const completing = call(registration.complete, { body: place });
      await expect(completing).rejects.toMatchObject({ status: 403, message: "You don't have permission to do this." });
    }
    const owner = await app.signIn(dealer.owner);
    const completing = owner(registration.complete, { body: place });
    await expect(completing).rejects.toMatchObject({ status: 409, message: /was completed before/ });
    const { data } = await owner(accounts.profile);
    expect(data.location).toBe("Downtown");
  });
});

test("passwords are stored only as hashes, and never logged", async () => {
  const password = "Copper-Lantern-58";
  await app.anyone(registration.register, { body: { ...validDraft, password, email: "secret@example.com" } });
  for (const table of ["logins", "users", "dealers", "sessions", "audit_log"]) {
    const { rows } = await app.pool.query(`select to_jsonb(t)::text as row from ${table} t`);
    for (const { row } of rows) expect(row).not.toContain(password);
  }
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Dealership } from "#testing/dealership.ts";
import { type Encoding, everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let dealer: Dealership;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  token = await app.token((await app.operator()).email);
});
afterAll(() => app.close());

const send = (path: string, fields: Record<string, string>, encoding: Encoding = "json") =>
  postEncoded(app.http, token, path, fields, encoding);

async function rows(): Promise<unknown> {
  const { rows } = await app.pool.query(
    `select (select count(*) from dealers) as dealers, (select count(*) from users) as users,
       (select count(*) from locations) as locations, (select string_agg(password_hash, ',' order by email) from logins) as logins`,
  );
  return rows[0];
}

const validClient = {
  first_name: "Ana",
  last_name: "Diaz",
  business_name: "Diaz Motors",
  email: "ana@diaz.example.com",
  password: "Harbor-lights-7",
  confirm_password: "Harbor-lights-7",
  phone: "(909)555-0142",
  zip: "92401",
  title: "Downtown",
  address: "100 Main St",
  address_2: "",
  city: "San Bernardino",
  state: "CA",
  country: "US",
  postal_code: "92401",
  dealer_id: "0",
  location_id: "0",
  industry_id: "",
  feature_id: "",
};

const strength = "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number";

/** In the order in which they are reported. */
const invalidClients = [
  ["first_name", "", "First name is required"],
  ["last_name", " ", "Last name is required"],
  ["business_name", "", "Business name is required"],
  ["email", "", "Email is required"],
  ["password", "", "Password is required"],
  ["password", "Short1a", strength],
  ["password", "harbor-lights-7", strength],
  ["password", "HARBOR-LIGHTS-7", strength],
  ["password", "Harbor-lights", strength],
  ["confirm_password", "Harbor-lights-8", "Passwords do not match"],
  ["phone", "", "Phone number is required"],
  ["phone", "555-0142", "Phone number is invalid"],
  ["phone", "909-555-01423", "Phone number is invalid"],
  ["title", "", "Location title is required"],
  ["address", "", "Street Address is required"],
  ["city", "", "City is required"],
  ["state", "", "State is required"],
  ["postal_code", "", "Postal Code is required"],
] as const;

describe("add client", () => {
  const cases = everyEncoding.flatMap((encoding) => invalidClients.map((one) => [encoding, ...one] as const));

  test.each(cases)("%s: %s %j: %s", async (encoding, field, value, text) => {
    const before = await rows();
    const answer = await send("/admin/clients/add", { ...validClient, [field]: value }, encoding);
    expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
    expect(Object.keys(answer.data)).toEqual([field]);
    expect(await rows()).toEqual(before);
  });

  test("errors come one at a time, in the specified order", async () => {
    const emptied: Record<string, string> = { confirm_password: "" };
    const messages: string[] = [];
    for (let count = 0; count < 20; count++) {
      const answer = await send("/admin/clients/add", { ...emptied, email: emptied.email ? validClient.email : "" });
      const [[field, text]] = Object.entries(answer.data ?? { "": "" }) as [[keyof typeof validClient, string]];
      if (text === "This email is already registered." || answer.status === "success") break;
      messages.push(text);
      emptied[field] = validClient[field];
    }
    expect(messages).toEqual([
      "First name is required",
      "Last name is required",
      "Business name is required",
      "Email is required",
      "Password is required",
      "Passwords do not match",
      "Phone number is required",
      "Location title is required",
      "Street Address is required",
      "City is required",
      "State is required",
      "Postal Code is required",
    ]);
  });

  test.each([
    ["email", "ana@diaz", "Enter a valid email address"],
    ["state", "Ontario", "Select a state from the list"],
    ["password", "Password123", "This password is too common. Choose one that's harder to guess"],
    ["password", "Turkey50", "This password is too common. Choose one that's harder to guess"],
    ["first_name", "x".repeat(256), "Use at most 255 characters"],
  ])("rules beyond the specified ones: %s %s", async (field, value, text) => {
    const before = await rows();
    const fields = { ...validClient, email: "other@diaz.example.com", [field]: value };
    if (field === "password") fields.confirm_password = value;
    expect(await send("/admin/clients/add", fields)).toMatchObject({ status: "error", data: { [field]: text } });
    expect(await rows()).toEqual(before);
  });

  test("an email that already signs in, regardless of case", async () => {
    const before = await rows();
    const text = "This email is already registered.";
    const answer = await send("/admin/clients/add", { ...validClient, email: dealer.agent.toUpperCase() });
    expect(answer).toMatchObject({ status: "error", message: text, data: { email: text } });
    expect(await rows()).toEqual(before);
  });

  test("adding the same client twice at once creates one", async () => {
    const fields = { ...validClient, email: "twice@diaz.example.com" };
    const answers = await Promise.all([send("/admin/clients/add", fields), send("/admin/clients/add", fields)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(["error", "success"]);
    const { rowCount } = await app.pool.query("select from users where email = $1", [fields.email]);
    expect(rowCount).toBe(1);
  });
});

describe("change password", () => {
  const cases = everyEncoding.flatMap((encoding) =>
    (
      [
        ["password", { password: "", confirm_password: "" }, "Please Enter Password..."],
        ["confirm_password", { password: "abc", confirm_password: "" }, "Please Enter Confirm Password..."],
        ["password", { password: "abc12", confirm_password: "x" }, "Password must be at least 6 characters..."],
        ["confirm_password", { password: "tulips", confirm_password: "tulip" }, "Passwords do not match..."],
        [
          "password",
          { password: "letmein", confirm_password: "letmein" },
          "This password is too common. Choose one that's harder to guess",
        ],
      ] as const
    ).map((one) => [encoding, ...one] as const),
  );

  test.each(cases)("%s: %s of %j: %s", async (encoding, field, typed, text) => {
    const before = await rows();
    const fields = { client_id: String(dealer.dealer_id), ...typed };
    const answer = await send("/admin/change_password", fields, encoding);
    expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
    expect(await rows()).toEqual(before);
  });

  test.each(["0", "999999999", "abc", ""])("of the nonexistent client %j", async (client_id) => {
    const before = await rows();
    const answer = await send("/admin/change_password", { client_id, password: "tulips-and-oaks" });
    expect(answer.message).toBe("We couldn't find this. It may have been deleted.");
    expect(await rows()).toEqual(before);
  });
});

describe("search and buy", () => {
  test.each(["", "9", "90", "a9b0", "+1 90"])("a search for %j is too short", async (input) => {
    const text = "Enter at least 3 digits";
    const answer = await send("/admin/search_number_for_client", { input, dealer_id: String(dealer.dealer_id) });
    expect(answer).toMatchObject({ status: "error", message: text, data: { input: text } });
  });

  test("a failed search reports the carrier's message", async () => {
    app.sms.numbers.failSearch("The carrier is busy. Try again in a moment.");
    const fields = { input: "909", dealer_id: String(dealer.dealer_id) };
    expect(await send("/admin/search_number_for_client", fields)).toMatchObject({
      status: "error",
      message: "The carrier is busy. Try again in a moment.",
      data: null,
    });
  });

  test.each([
    ["", "Select a number"],
    ["12345", "Select one of the numbers found"],
    ["+445551234567", "Select one of the numbers found"],
  ])("%j can't be bought", async (selectedNumber, text) => {
    const answer = await send("/admin/buy_number_for_client", { selectedNumber, dealerId: String(dealer.dealer_id) });
    expect(answer).toMatchObject({ status: "error", message: text, data: { selectedNumber: text } });
    expect(app.sms.numbers.purchaseRequests).toEqual([]);
  });

  test.each(["0", "999999999", "abc", ""])("for the nonexistent client %j", async (id) => {
    const text = "We couldn't find this. It may have been deleted.";
    expect((await send("/admin/search_number_for_client", { input: "909", dealer_id: id })).message).toBe(text);
    const buy = { selectedNumber: "+19095550142", dealerId: id };
    expect((await send("/admin/buy_number_for_client", buy)).message).toBe(text);
    expect(app.sms.numbers.purchaseRequests).toEqual([]);
  });
});

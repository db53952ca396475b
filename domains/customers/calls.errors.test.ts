import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { addCustomer, customerDraft } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customers } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let agent: Caller;
let owner: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  agent = await app.signIn(dealership.agent);
  owner = await app.signIn(dealership.owner);
});
afterAll(() => app.close());

const absent = { status: 404, message: "We couldn't find this. It may have been deleted." };
const stored = async () => (await app.pool.query("select id, phone, last_name from customers order by id")).rows;

describe("an invalid field is reported at that field, when adding and updating", () => {
  const wrong = [
    ["first_name", " ", "First name is required"],
    ["last_name", "", "Last name is required"],
    ["email", "", "Email address is required"],
    ["email", "maria@", "Enter a valid email address"],
    ["phone", "", "Phone no. is required"],
    ["phone", "5550123", "Phone number is invalid"],
    ["phone", "909555012x", "Phone number is invalid"],
    ["phone", "(909)555-01234", "Phone number is invalid"],
    ["address", "", "Address is required"],
    ["first_name", "a\u0000b", "This contains a character we can't save"],
  ] as const;
  const cases = everyEncoding.flatMap((encoding) => wrong.map((one) => [encoding, ...one] as const));

  test.each(cases)("%s: %s %j", async (encoding, field, value, text) => {
    const { id } = await addCustomer(agent);
    const before = await stored();
    const token = await app.token(dealership.agent);
    for (const path of ["/customers/add", `/customers/update/${id}`]) {
      const answer = await postEncoded(app.http, token, path, { ...customerDraft(), [field]: value }, encoding);
      expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
      expect(Object.keys(answer.data)).toEqual([field]);
    }
    expect(await stored()).toEqual(before);
  });

  test.each(everyEncoding)("an empty form as %s: the first field's error is the message", async (encoding) => {
    const answer = await postEncoded(app.http, await app.token(dealership.agent), "/customers/add", {}, encoding);
    expect(answer.message).toBe("First name is required");
    expect(Object.values(answer.data)).toEqual([
      "First name is required",
      "Last name is required",
      "Email address is required",
      "Phone no. is required",
      "Address is required",
    ]);
  });
});

describe("a phone that another customer of the location has", () => {
  const taken = { status: 422, fields: { phone: "Another customer already has this phone number" } };

  test("is refused when adding, in any format", async () => {
    const digits = freshPhone().slice(2);
    await addCustomer(agent, { phone: digits });
    const before = await stored();
    const formatted = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    await expect(addCustomer(agent, { phone: formatted })).rejects.toMatchObject(taken);
    await expect(addCustomer(agent, { phone: `+1${digits}` })).rejects.toMatchObject(taken);
    expect(await stored()).toEqual(before);
  });

  test("is refused when updating", async () => {
    const [one, other] = [await addCustomer(agent), await addCustomer(agent)];
    const before = await stored();
    const body = customerDraft({ phone: one.phone, last_name: "Changed" });
    await expect(agent(customers.update, { params: { id: other.id }, body })).rejects.toMatchObject(taken);
    expect(await stored()).toEqual(before);
  });

  test("becomes one customer when submitted five times at once", async () => {
    const phone = freshPhone();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => addCustomer(agent, { phone })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a customer that does not exist or belongs to someone else", () => {
  test.each(["0", "-3", "abc", "1e999", "987654"])("id %s", async (id) => {
    const body = customerDraft();
    await expect(agent(customers.update, { params: { id }, body })).rejects.toMatchObject(absent);
    await expect(owner(customers.remove, { params: { id } })).rejects.toMatchObject(absent);
  });

  test("a deleted one", async () => {
    const { id } = await addCustomer(agent);
    await owner(customers.remove, { params: { id } });
    await expect(owner(customers.remove, { params: { id } })).rejects.toMatchObject(absent);
    await expect(agent(customers.update, { params: { id }, body: customerDraft() })).rejects.toMatchObject(absent);
    const { data } = await agent(customers.search, { body: { customer_id: id } });
    expect(data).toEqual({ allCustomers: [], no_customers: 1, truncated: false });
  });

  test.each(["another dealer", "another location"])("one of %s", async (whose) => {
    const { id } = await addCustomer(agent, { last_name: "Untouched" });
    const stranger =
      whose === "another dealer"
        ? await app.signIn((await app.dealership()).owner)
        : await app.signIn(dealership.owner, dealership.otherLocation_id);
    await expect(stranger(customers.update, { params: { id }, body: customerDraft() })).rejects.toMatchObject(absent);
    await expect(stranger(customers.remove, { params: { id } })).rejects.toMatchObject(absent);
    const { data } = await stranger(customers.search, { body: { customer_id: id } });
    expect(data.allCustomers).toEqual([]);
    expect((await stranger(customers.search, { body: { search_param: "Untouched" } })).data.no_customers).toBe(1);
    expect((await stranger(customers.table, { body: { search: { value: "Untouched" } } })).recordsTotal).toBe(0);
    const { rows } = await app.pool.query("select last_name, deleted_at from customers where id = $1", [id]);
    expect(rows).toEqual([{ last_name: "Untouched", deleted_at: null }]);
  });
});

describe("permissions", () => {
  test("an agent may not delete, a manager may", async () => {
    const { id } = await addCustomer(agent);
    await expect(agent(customers.remove, { params: { id } })).rejects.toMatchObject({ status: 403 });
    const manager = await app.signIn(dealership.manager);
    await expect(manager(customers.remove, { params: { id } })).resolves.toMatchObject({ status: "success" });
  });

  test("refuses anonymous callers and the operator", async () => {
    const operator = await app.signIn((await app.operator()).email);
    for (const [call, status] of [[app.anyone, 401] as const, [operator, 403] as const]) {
      await expect(call(customers.table, { body: {} })).rejects.toMatchObject({ status });
      await expect(call(customers.search, { body: {} })).rejects.toMatchObject({ status });
      await expect(addCustomer(call)).rejects.toMatchObject({ status });
      await expect(call(customers.remove, { params: { id: 1 } })).rejects.toMatchObject({ status });
    }
  });

  test("refuses a location that the member does not belong to", async () => {
    const token = await app.token(dealership.agent);
    const headers = { authorization: `Bearer ${token}`, "location-id": String(dealership.otherLocation_id) };
    const answer = await app.http.inject({ method: "POST", url: "/api/customers/dt", headers });
    expect(answer.statusCode).toBe(403);
  });
});

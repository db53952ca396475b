import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer, customerDraft } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { lists } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let manager: Caller;
let agent: Caller;
let list_id: number;
let customer_id: number;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  manager = await app.signIn(dealership.manager);
  agent = await app.signIn(dealership.agent);
  list_id = (await manager(lists.add, { body: { title: "Regulars" } })).data.list_id;
  customer_id = (await addCustomer(agent, { list_id })).id;
});
afterAll(() => app.close());

/** Every list and its members, which no refused call may change. */
async function everything() {
  const kept = "select id, title, status, deleted_at from customer_lists order by id";
  const members = "select list_id, customer_id from list_members order by 1, 2";
  return [(await app.pool.query(kept)).rows, (await app.pool.query(members)).rows];
}

let before: unknown;
beforeEach(async () => {
  before = await everything();
});
const expectNothingChanged = async () => expect(await everything()).toEqual(before);

const absent = { status: 404, message: "We couldn't find this. It may have been deleted." };
const noSuchList = "This list was not found. It may have been deleted.";

describe("an invalid field is reported at that field, when adding and renaming", () => {
  const wrong = [
    ["", "List name is required"],
    ["   ", "List name is required"],
    ["x".repeat(101), "Use at most 100 characters"],
    ["a\u0000b", "This contains a character we can't save"],
    ["regulars", "You already have a list with this name"],
  ] as const;
  const cases = everyEncoding.flatMap((encoding) => wrong.map((one) => [encoding, ...one] as const));

  test.each(cases)("%s: title %j", async (encoding, title, text) => {
    const token = await app.token(dealership.manager);
    const { data } = await manager(lists.search, { body: { search_param: "Others" } });
    const other =
      data.allCustomersLists[0]?.id ?? (await manager(lists.add, { body: { title: "Others" } })).data.list_id;
    before = await everything();
    for (const path of ["/customers/lists/add", `/customers/lists/update/${other}`]) {
      const answer = await postEncoded(app.http, token, path, { title }, encoding);
      expect(answer).toMatchObject({ status: "error", message: text, data: { title: text } });
      expect(Object.keys(answer.data)).toEqual(["title"]);
    }
    await expectNothingChanged();
  });

  test("no title at all", async () => {
    const token = await app.token(dealership.manager);
    const answer = await postEncoded(app.http, token, "/customers/lists/add", {}, "json");
    expect(answer).toMatchObject({ data: { title: "List name is required" } });
  });

  test("the same name five times at once is one list", async () => {
    const five = Array.from({ length: 5 }, () => manager(lists.add, { body: { title: "At once" } }));
    const outcomes = await Promise.allSettled(five);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("the selected customers", () => {
  const nobody = "Select at least one customer";
  const tooMany = "Select at most 500 customers at a time";

  test.each([
    ["nobody", [], nobody],
    ["nothing", undefined, nobody],
    ["too many", Array.from({ length: 501 }, (_, nth) => nth + 1), tooMany],
  ])("%s", async (_, customer_ids, text) => {
    const refused = { status: 422, message: text, fields: { customer_ids: text } };
    const sent = { params: { id: list_id }, body: { customer_ids } };
    await expect(manager(lists.addCustomers, sent)).rejects.toMatchObject(refused);
    await expect(manager(lists.removeCustomers, sent)).rejects.toMatchObject(refused);
    await expect(manager(customers.removeChosen, sent)).rejects.toMatchObject(refused);
    await expectNothingChanged();
  });

  test("an invalid id", async () => {
    const sent = { params: { id: list_id }, body: { customer_ids: [customer_id, "abc"] } };
    await expect(manager(lists.addCustomers, sent)).rejects.toMatchObject(absent);
    await expect(manager(lists.removeCustomers, sent)).rejects.toMatchObject(absent);
    await expect(manager(customers.removeChosen, sent)).rejects.toMatchObject(absent);
    await expectNothingChanged();
  });

  test("of another location or dealer, or deleted, are skipped", async () => {
    const theirs = await addCustomer(await app.signIn(dealership.otherAgent));
    const foreign = await addCustomer(await app.signIn((await app.dealership()).agent));
    const deleted = await addCustomer(agent);
    await manager(customers.remove, { params: { id: deleted.id } });
    const body = { customer_ids: [theirs.id, foreign.id, deleted.id] };
    expect(await manager(lists.addCustomers, { params: { id: list_id }, body })).toMatchObject({
      data: { changed: 0 },
    });
    expect(await manager(customers.removeChosen, { body })).toMatchObject({ status: "info", data: { deleted: 0 } });
    const { rows } = await app.pool.query("select id from customers where id = any($1) and deleted_at is null", [
      [theirs.id, foreign.id],
    ]);
    expect(rows).toHaveLength(2);
    await expectNothingChanged();
  });
});

/** Expects every call with a list's id in its path to be refused. */
async function expectRefused(call: Caller, id: number | string, refusal: object) {
  const params = { id };
  const body = { customer_ids: [customer_id] };
  await expect(call(lists.update, { params, body: { title: "Taken over" } })).rejects.toMatchObject(refusal);
  await expect(call(lists.remove, { params })).rejects.toMatchObject(refusal);
  await expect(call(lists.addCustomers, { params, body })).rejects.toMatchObject(refusal);
  await expect(call(lists.removeCustomers, { params, body })).rejects.toMatchObject(refusal);
}

describe("a list that does not exist or belongs to someone else", () => {
  test.each(["0", "-1", "abc", "1.5", "99999999999999999999", "987654"])("id %s", async (id) => {
    await expectRefused(manager, id, absent);
    await expectNothingChanged();
  });

  test("deleted", async () => {
    const { data } = await manager(lists.add, { body: { title: "Gone" } });
    await manager(lists.remove, { params: { id: data.list_id } });
    await expectRefused(manager, data.list_id, absent);
  });

  test.each(["another dealer", "another location"])("of %s", async (whose) => {
    const theirs = whose === "another dealer" ? (await app.dealership()).owner : dealership.owner;
    const place = whose === "another location" ? dealership.otherLocation_id : undefined;
    const stranger = await app.signIn(theirs, place);
    await expectRefused(stranger, list_id, absent);
    await expect(stranger(customers.listed, { body: { list_id } })).rejects.toMatchObject(absent);
    expect((await stranger(lists.table, { body: {} })).recordsTotal).toBe(0);
    for (const body of [{}, { list_id }]) {
      const { data } = await stranger(lists.search, { body });
      expect(data).toEqual({ allCustomersLists: [], no_customers: 1, truncated: false });
    }
    await expectNothingChanged();
  });

  test.each([987_654, -1, "Regulars", "1.5"])("named %s in a customer's form", async (none) => {
    const refused = { status: 422, message: noSuchList, fields: { list_id: noSuchList } };
    const body = { ...customerDraft(), list_id: none };
    await expect(agent(customers.add, { body })).rejects.toMatchObject(refused);
    await expect(agent(customers.update, { params: { id: customer_id }, body })).rejects.toMatchObject(refused);
    const { rowCount } = await app.pool.query("select from customers where phone = $1", [body.phone]);
    expect(rowCount).toBe(0);
    await expectNothingChanged();
  });

  test.each([987_654, -1, "Regulars"])("named %s to ask for its customers", async (none) => {
    await expect(agent(customers.listed, { body: { list_id: none } })).rejects.toMatchObject(absent);
  });
});

describe("permissions", () => {
  test("an agent reads, and changes nothing", async () => {
    expect((await agent(lists.table, { body: {} })).recordsTotal).toBeGreaterThan(0);
    const forbidden = { status: 403, message: "You don't have permission to do this." };
    await expect(agent(lists.add, { body: { title: "Mine" } })).rejects.toMatchObject(forbidden);
    await expectRefused(agent, list_id, forbidden);
    const chosen = agent(customers.removeChosen, { body: { customer_ids: [customer_id] } });
    await expect(chosen).rejects.toMatchObject(forbidden);
    await expectNothingChanged();
  });

  test("refuses anonymous callers and the operator", async () => {
    const operator = await app.signIn((await app.operator()).email);
    for (const [call, status] of [[app.anyone, 401] as const, [operator, 403] as const]) {
      await expect(call(lists.search, { body: {} })).rejects.toMatchObject({ status });
      await expect(call(lists.table, { body: {} })).rejects.toMatchObject({ status });
      await expect(call(lists.add, { body: { title: "Mine" } })).rejects.toMatchObject({ status });
      await expectRefused(call, list_id, { status });
    }
    await expectNothingChanged();
  });
});

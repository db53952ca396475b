import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { lists } from "./contract.ts";
import { addToList, setListProcessing } from "./server/public.ts";
import { createList, listById } from "./server/store.ts";

let app: TestApp;
let dealership: Dealership;
let manager: Caller;
let agent: Caller;
let elsewhere: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  manager = await app.signIn(dealership.manager);
  agent = await app.signIn(dealership.agent);
  elsewhere = await app.signIn(dealership.owner, dealership.otherLocation_id);
});
afterAll(() => app.close());

const location = () => ({ dealer_id: dealership.dealer_id, location_id: dealership.location_id });
const within = <T>(work: Parameters<typeof app.server.within.business<T>>[2]) =>
  app.server.within.business(location(), "test", work);

let titles = 0;
const freshTitle = () => `List ${++titles}`;
const addList = async (title = freshTitle(), call = manager) =>
  (await call(lists.add, { body: { title } })).data.list_id;

/** The list as the location sees it now. */
async function shown(id: number) {
  const { data } = await agent(lists.search, { body: { list_id: id } });
  return data.allCustomersLists[0];
}
const membersOf = async (id: number) => {
  const { data } = await agent(customers.listed, { body: { list_id: id } });
  return data.allCustomers.map((customer) => customer.id);
};
const put = (id: number, customer_ids: number[]) =>
  manager(lists.addCustomers, { params: { id }, body: { customer_ids } });

describe("a list", () => {
  test("is created, shown, renamed and deleted", async () => {
    const made = await manager(lists.add, { body: { title: "  Spring leads " } });
    expect(made.message).toBe("List added");
    const id = made.data.list_id;
    const created_on = app.clock.now().toISOString();
    expect(await shown(id)).toEqual({ id, no: 1, title: "Spring leads", status: 1, customers_count: 0, created_on });
    const renamed = await manager(lists.update, { params: { id }, body: { title: "Summer leads" } });
    expect(renamed).toMatchObject({ message: "List renamed", data: { list_id: id } });
    expect(await shown(id)).toMatchObject({ title: "Summer leads" });
    const { message } = await manager(lists.remove, { params: { id } });
    expect(message).toBe("List deleted");
    expect(await shown(id)).toBeUndefined();
  });

  test.each(everyEncoding)("accepts a body as %s", async (encoding) => {
    const token = await app.token(dealership.manager);
    const fields = { dealer_id: "1", location_id: "1", title: `As ${encoding}` };
    const added = await postEncoded(app.http, token, "/customers/lists/add", fields, encoding);
    expect(added).toMatchObject({ status: "success", message: "List added" });
    const { list_id } = added.data;
    const renamed = { ...fields, title: `Renamed as ${encoding}` };
    await postEncoded(app.http, token, `/customers/lists/update/${list_id}`, renamed, encoding);
    expect(await shown(list_id)).toMatchObject({ title: `Renamed as ${encoding}` });
    const { id } = await addCustomer(agent);
    const chosen = { "customer_ids[]": String(id) };
    const path = `/customers/lists/${list_id}/add_customers`;
    expect(await postEncoded(app.http, token, path, chosen, encoding)).toMatchObject({ data: { changed: 1 } });
    expect(await membersOf(list_id)).toEqual([id]);
  });

  test("can be saved with its own name, unchanged or in another case", async () => {
    const id = await addList("Trade-ins");
    await manager(lists.update, { params: { id }, body: { title: "TRADE-INS" } });
    expect(await shown(id)).toMatchObject({ title: "TRADE-INS" });
  });

  test("a name is free at another location and after its list was deleted", async () => {
    const id = await addList("Fleet");
    expect(await addList("Fleet", elsewhere)).not.toBe(id);
    await manager(lists.remove, { params: { id } });
    expect(await addList("fleet")).not.toBe(id);
  });

  test("deletion is in the audit trail", async () => {
    const id = await addList("Recalls");
    await put(id, [(await addCustomer(agent)).id]);
    await manager(lists.remove, { params: { id } });
    const { rows } = await app.pool.query(
      `select email, detail from audit_log join users on users.id = user_id
       where action = 'deleted' and subject = 'list' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ email: dealership.manager, detail: { title: "Recalls", customers: 1 } }]);
  });
});

describe("while an import fills it", () => {
  test("a list is marked, can be renamed and added to, and can be deleted only afterwards", async () => {
    const id = await addList("Imported");
    await within((unit) => setListProcessing(unit, location(), id, true));
    expect(await shown(id)).toMatchObject({ status: 0 });
    await manager(lists.update, { params: { id }, body: { title: "Imported in May" } });
    const { id: customer } = await addCustomer(agent, { list_id: id });
    const text = "An import into this list is in progress. Wait until it's done.";
    const refused = manager(lists.remove, { params: { id } });
    await expect(refused).rejects.toMatchObject({ status: 409, message: text });
    expect(await membersOf(id)).toEqual([customer]);
    await within((unit) => setListProcessing(unit, location(), id, false));
    await manager(lists.remove, { params: { id } });
  });

  test("a deleted list can't be marked and has no members", async () => {
    const id = await addList();
    await manager(lists.remove, { params: { id } });
    const { id: customer } = await addCustomer(agent);
    expect(await within(({ db }) => addToList(db, location(), id, [customer]))).toBeUndefined();
    expect(await within(({ db }) => listById(db, location(), id))).toBeUndefined();
    await expect(within((unit) => setListProcessing(unit, location(), id, true))).rejects.toMatchObject({
      kind: "absent",
    });
  });

  test("an import creates a list if the name is free", async () => {
    const title = freshTitle();
    const list = { ...location(), title, created_by: null, created_on: new Date() };
    const id = await within(({ db }) => createList(db, list));
    expect(id).toBeGreaterThan(0);
    expect(await within(({ db }) => createList(db, { ...list, title: title.toUpperCase() }))).toBeUndefined();
  });
});

describe("the lists of a location", () => {
  let call: Caller;
  const named = ["oak", "Élan", "Zebra", "apple", "100%"];

  beforeAll(async () => {
    const other = await app.dealership();
    call = await app.signIn(other.owner);
    for (const title of named) {
      await call(lists.add, { body: { title } });
      app.clock.advance(1_000);
    }
    const oak = (await call(lists.search, { body: { search_param: "oak" } })).data.allCustomersLists[0]?.id ?? 0;
    await addCustomer(call, { list_id: oak });
  });

  const search = async (search_param?: string) => (await call(lists.search, { body: { search_param } })).data;
  const table = async (body: object) => {
    const { data, ...rest } = await call(lists.table, { body });
    return { titles: data.map(({ title }) => title), numbers: data.map(({ no }) => no), ...rest };
  };

  test("are ordered by name and numbered", async () => {
    const { allCustomersLists, no_customers, truncated } = await search();
    expect(allCustomersLists.map(({ title }) => title)).toEqual(["100%", "apple", "Élan", "oak", "Zebra"]);
    expect(allCustomersLists.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5]);
    expect({ no_customers, truncated }).toEqual({ no_customers: 0, truncated: false });
  });

  test("are found by part of the name, with wildcards taken literally", async () => {
    expect((await search("EBR")).allCustomersLists.map(({ title }) => title)).toEqual(["Zebra"]);
    expect((await search("%")).allCustomersLists.map(({ title }) => title)).toEqual(["100%"]);
    expect(await search("nothing")).toEqual({ allCustomersLists: [], no_customers: 1, truncated: false });
  });

  test("come one page at a time, newest first, numbered as shown", async () => {
    const page = await table({ draw: 2, start: 1, length: 2 });
    expect(page).toMatchObject({ draw: 2, recordsTotal: 5, recordsFiltered: 5 });
    expect(page).toMatchObject({ titles: ["apple", "Zebra"], numbers: [2, 3] });
    expect(await table({ search: { value: "a" } })).toMatchObject({ recordsFiltered: 4 });
  });

  test.each([
    ["title", "asc", ["100%", "apple", "Élan", "oak", "Zebra"]],
    ["created_on", "asc", named],
    ["customers_count", "desc", ["oak", "100%", "apple", "Zebra", "Élan"]],
    ["status", "asc", [...named].reverse()],
  ])("are sorted by %s", async (data, dir, expected) => {
    expect((await table({ columns: [{ data }], order: [{ column: 0, dir }] })).titles).toEqual(expected);
  });

  test("returns at most 500 and says when there are more", async () => {
    const { dealer_id, location_id } = (
      await app.pool.query("select dealer_id, location_id from customer_lists where title = 'Élan'")
    ).rows[0];
    await app.pool.query(
      "insert into customer_lists (dealer_id, location_id, title) select $1, $2, 'More ' || n from generate_series(1, 500) n",
      [dealer_id, location_id],
    );
    const { allCustomersLists, truncated } = await search();
    expect([allCustomersLists.length, truncated]).toEqual([500, true]);
  });
});

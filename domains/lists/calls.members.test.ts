import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer, customerDraft } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { lists } from "./contract.ts";
import { addToList, listsOf, removeFromList } from "./server/public.ts";

let app: TestApp;
let dealership: Dealership;
let manager: Caller;
let agent: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  manager = await app.signIn(dealership.manager);
  agent = await app.signIn(dealership.agent);
});
afterAll(() => app.close());

const location = () => ({ dealer_id: dealership.dealer_id, location_id: dealership.location_id });
const within = <T>(work: Parameters<typeof app.server.within.business<T>>[2]) =>
  app.server.within.business(location(), "test", work);

let titles = 0;
const freshTitle = () => `List ${++titles}`;
const addList = async (title = freshTitle()) => (await manager(lists.add, { body: { title } })).data.list_id;

/** The list's customer count as the location sees it now. */
const countOf = async (id: number) =>
  (await agent(lists.search, { body: { list_id: id } })).data.allCustomersLists[0]?.customers_count;
const membersOf = async (id: number | "none") => {
  const { data } = await agent(customers.listed, { body: { list_id: id } });
  return data.allCustomers.map((customer) => customer.id);
};
const put = (id: number, customer_ids: number[]) =>
  manager(lists.addCustomers, { params: { id }, body: { customer_ids } });
const take = (id: number, customer_ids: number[]) =>
  manager(lists.removeCustomers, { params: { id }, body: { customer_ids } });

describe("members of a list", () => {
  test("customers join and leave, and the count is right at once", async () => {
    const id = await addList("Regulars");
    const [one, other] = [(await addCustomer(agent)).id, (await addCustomer(agent)).id];
    const added = await put(id, [one, other]);
    expect(added).toMatchObject({ status: "success", message: "2 customers added to “Regulars”" });
    expect(added.data).toEqual({ changed: 2, customers_count: 2 });
    const again = await put(id, [one, one]);
    expect(again).toMatchObject({ status: "info", message: "They're already in “Regulars”", data: { changed: 0 } });
    expect(await countOf(id)).toBe(2);
    expect(await membersOf(id)).toEqual([other, one]);
    const taken = await take(id, [one]);
    expect(taken).toMatchObject({ status: "success", message: "1 customer removed from “Regulars”" });
    expect(taken.data).toEqual({ changed: 1, customers_count: 1 });
    expect(await take(id, [one])).toMatchObject({ status: "info", message: "None of them are in “Regulars”" });
    expect(await membersOf(id)).toEqual([other]);
  });

  test("one customer may be in many lists", async () => {
    const [one, other] = [await addList("B-side"), await addList("A-side")];
    const { id } = await addCustomer(agent, { list_id: one });
    await put(other, [id]);
    const of = await within(({ db }) => listsOf(db, location(), [id, 987_654]));
    expect([...of]).toEqual([
      [
        id,
        [
          { id: other, title: "A-side" },
          { id: one, title: "B-side" },
        ],
      ],
    ]);
  });

  test("the form's list is joined when adding and updating, without leaving others", async () => {
    const [one, other] = [await addList(), await addList()];
    const { id, phone } = await addCustomer(agent, { list_id: one });
    expect(await countOf(one)).toBe(1);
    const body = { ...customerDraft({ phone }), list_id: other };
    await agent(customers.update, { params: { id }, body });
    await agent(customers.update, { params: { id }, body: customerDraft({ phone }) });
    expect([await membersOf(one), await membersOf(other)]).toEqual([[id], [id]]);
  });

  test("deleted customers leave all lists, one by one or in bulk", async () => {
    const [one, other] = [await addList(), await addList()];
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push((await addCustomer(agent, { list_id: one })).id);
    await put(other, ids);
    const [first = 0, ...rest] = ids;
    await manager(customers.remove, { params: { id: first } });
    expect([await countOf(one), await countOf(other)]).toEqual([2, 2]);
    const both = await manager(customers.removeChosen, { body: { customer_ids: [...ids, 987_654] } });
    expect(both).toMatchObject({ message: "2 customers deleted", data: { deleted: 2 } });
    expect([await countOf(one), await countOf(other)]).toEqual([0, 0]);
    expect(await membersOf(one)).toEqual([]);
    const audited = "select count(*)::int as n from audit_log where subject = 'customer' and subject_id = any($1)";
    expect((await app.pool.query(audited, [rest])).rows).toEqual([{ n: 2 }]);
    expect(await put(one, ids)).toMatchObject({ status: "info", data: { changed: 0 } });
  });

  test("deleting a list keeps its customers, who are then without a list", async () => {
    const id = await addList();
    const customer = await addCustomer(agent, { list_id: id });
    expect(await membersOf("none")).not.toContain(customer.id);
    await manager(lists.remove, { params: { id } });
    expect(await membersOf("none")).toContain(customer.id);
  });

  test("nobody joins a list while being deleted", async () => {
    const id = await addList();
    const ids = [];
    for (let count = 0; count < 8; count++) ids.push((await addCustomer(agent)).id);
    await Promise.allSettled(
      ids.flatMap((customer) => [manager(customers.remove, { params: { id: customer } }), put(id, [customer])]),
    );
    expect(await countOf(id)).toBe(0);
    const { rowCount } = await app.pool.query("select from list_members where list_id = $1", [id]);
    expect(rowCount).toBe(0);
  });

  test("counts are right after bulk joins and leaves", async () => {
    const id = await addList();
    const many = 2_000;
    await within(async ({ db }) => {
      const rows = Array.from({ length: many }, (_, nth) => ({
        ...location(),
        first_name: "Bulk",
        last_name: String(nth),
        email: "",
        address: "",
        company: "",
        phone: `+1301${String(2_000_000 + nth)}`,
      }));
      const added = await db.insertInto("customers").values(rows).returning("id").execute();
      const ids = added.map((row) => row.id);
      expect(await addToList(db, location(), id, ids)).toBe(many);
      expect(await removeFromList(db, location(), id, ids.slice(0, 500))).toBe(500);
    });
    expect(await countOf(id)).toBe(many - 500);
    const { data } = await agent(customers.listed, { body: { list_id: id } });
    expect(data).toMatchObject({ truncated: true, allCustomers: { length: 500 } });
    await manager(lists.remove, { params: { id } });
    const { rows } = await app.pool.query("select sum(change)::int as n from customer_counts where list_id = $1", [id]);
    expect(rows).toEqual([{ n: 0 }]);
  });
});

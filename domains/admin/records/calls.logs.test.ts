import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { logs } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let other: Dealership;
let operator: Caller;
let customer: number;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  other = await app.dealership();
  await app.pool.query("update dealers set business_name = 'Hill Motors' where id = $1", [dealer.dealer_id]);
  operator = await app.signIn((await app.operator()).email);
  const manager = await app.signIn(dealer.manager);
  customer = (await addCustomer(manager)).id;
  await manager(customers.remove, { params: { id: customer } });
  await (await app.signIn(other.owner))(locations.export);
});
afterAll(() => app.close());

const table = async (body: object = {}) => operator(logs.table, { body: { length: 100, ...body } });
const messages = async (body: object = {}) => (await table(body)).data.map(({ message }) => message);

describe("the logs", () => {
  test("are sentences, newest first", async () => {
    const { data } = await table();
    expect(data.map(({ message }) => message)).toContain(
      `Manager Tester (Hill Motors) deleted customer ${customer} from 127.0.0.1`,
    );
    const times = data.map(({ date_created }) => date_created);
    expect(times).toEqual([...times].sort().reverse());
    expect((await operator(logs.all)).data).toMatchObject({ truncated: false });
  });

  test("of one client exclude all others", async () => {
    const all = await messages({ client_id: dealer.dealer_id });
    expect(all.length).toBeGreaterThan(1);
    expect(all.every((one) => one.includes("Hill Motors"))).toBe(true);
  });

  test("of a period exclude earlier rows", async () => {
    await app.pool.query("update audit_log set at = at - interval '40 days' where dealer_id = $1", [other.dealer_id]);
    const exported = (all: string[]) => all.filter((one) => one.includes("exported locations")).length;
    expect(exported(await messages())).toBe(1);
    for (const filterBy of ["month", "week", "today"]) expect(exported(await messages({ filterBy }))).toBe(0);
  });

  test("are searched by person, action, business and IP; every word must match", async () => {
    const find = (value: string) => messages({ search: { value } });
    expect(await find(`deleted customer ${customer}`)).toEqual([expect.stringContaining("deleted customer")]);
    expect(await find("hill manager deleted")).toHaveLength(1);
    expect(await find("hill nobody")).toEqual([]);
    expect((await find("127.0.0.1")).length).toBeGreaterThan(2);
    expect(await find("%")).toEqual([]);
  });

  test("page by cursor, each entry once", async () => {
    const first = await operator(logs.table, { body: { length: 2 } });
    const second = await operator(logs.table, { body: { length: 2, cursor: first.cursors?.next ?? "" } });
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).toEqual((await table()).data.slice(0, 4).map(({ id }) => id));
    const back = await operator(logs.table, { body: { length: 2, cursor: second.cursors?.previous ?? "" } });
    expect(back.data).toEqual(first.data);
    const oldest = await operator(logs.table, {
      body: { length: 2, order: [{ column: 0, dir: "asc" }], columns: [{ data: "date_created" }] },
    });
    expect(oldest.data).toEqual((await table()).data.slice(-2).reverse());
  });

  test("record a failed sign-in", async () => {
    const body = { email: dealer.agent, password: "not-this", remember_me: 0 } as const;
    await expect(app.anyone(accounts.login, { body })).rejects.toMatchObject({ status: 401 });
    await expect
      .poll(() => messages({ client_id: dealer.dealer_id }))
      .toContain("Agent Tester (Hill Motors) failed to sign in from 127.0.0.1");
  });
});

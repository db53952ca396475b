import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyInput } from "#core/call.ts";
import type { Caller } from "#core/client.ts";
import { addCustomer } from "#core/testing/customer.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { customers } from "../contract.ts";
import { uploads } from "../upload/contract.ts";
import { customerExport } from "./contract.ts";

let house: TestHouse;
let dealership: Dealership;
let manager: Caller;

beforeAll(async () => {
  house = await openTestHouse();
  dealership = await house.dealership();
  manager = await house.signIn(dealership.manager);
});
afterAll(() => house.close());

const fetched = (url: string) => house.http.inject({ url });
async function exported(call: Caller, body: BodyInput<typeof customerExport.make> = {}): Promise<string[]> {
  const { data } = await call(customerExport.make, { body });
  const answer = await fetched(data.url);
  expect(answer.statusCode).toBe(200);
  expect(answer.body.startsWith("\uFEFF")).toBe(true);
  return answer.body.slice(1).trimEnd().split("\r\n");
}

const head = "First Name,Last Name,Email,Phone,Company,Address,Lists,Opt-In Status,Messages Received,Messages Sent";

describe("the file", () => {
  test("has the customers with lists and opt-in state, the newest first", async () => {
    const other = await house.dealership();
    const call = await house.signIn(other.manager);
    const ana = await addCustomer(call, {
      first_name: "Ana",
      last_name: "Diaz",
      phone: "(909)555-0123",
      email: "a@x.com",
    });
    const bo = await addCustomer(call, {
      first_name: "Bo",
      last_name: "=1+1",
      phone: "(909)555-0124",
      email: "b@x.com",
    });
    for (const title of ["Spring", "Autumn, late"]) {
      const { list_id } = (await call(lists.add, { body: { title } })).data;
      await call(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [ana.id] } });
    }
    await call(consent.opt, { body: { user_id: bo.id, opt_type: "out" } });
    const [first, ...rows] = await exported(call);
    expect(first).toBe(head);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^Bo,'=1\+1,b@x\.com,\(909\) 555-0124,.*,,Opted out,0,0$/);
    expect(rows[1]).toMatch(/^Ana,Diaz,a@x\.com,\(909\) 555-0123,.*,"Autumn, late; Spring",Opted in,0,0$/);
  });

  test("has what the table shows for list, opt-in state and search, over many batches", async () => {
    const other = await house.dealership();
    const call = await house.signIn(other.owner);
    await house.pool.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select $1, $2, case when n % 2 = 0 then 'Even' else 'Odd' end, 'N' || n, '+1' || (2125550000 + n)
       from generate_series(1, 2500) n`,
      [other.dealer_id, other.location_id],
    );
    expect(await exported(call)).toHaveLength(2501);
    const even = await exported(call, { search: "even" });
    expect(even).toHaveLength(1251);
    expect(new Set(even).size).toBe(1251);
    expect(await exported(call, { search: "even n2500" })).toHaveLength(2);
    expect(await exported(call, { list_id: "none", optin_status: 1 })).toHaveLength(2501);
    expect(await exported(call, { optin_status: "0" })).toEqual([head]);
    const { list_id } = (await call(lists.add, { body: { title: "Empty" } })).data;
    expect(await exported(call, { list_id })).toEqual([head]);
  });

  test("can be imported again without loss", async () => {
    const from = await house.dealership();
    const to = await house.dealership();
    const [one, other] = [await house.signIn(from.manager), await house.signIn(to.manager)];
    const people = [
      { first_name: "=cmd", last_name: "@home", company: "-5 & Sons", address: '1 "Main" St, Apt 2' },
      { first_name: "Zoë", last_name: "+plus", company: "'=quoted", address: "2 Oak Ave" },
      { first_name: "O'Neil", last_name: "Ng", company: "''@twice", address: "3 Elm St" },
    ];
    for (const person of people) await addCustomer(one, person);
    const { data } = await one(customerExport.make, { body: {} });
    const csv_file = (await fetched(data.url)).body;
    await other(uploads.csvCopy, { body: { csv_file, list_title: "" } });
    await other(uploads.copyFromTemp, { body: { list_title: "" } });
    await house.jobs.doAll();
    const fields = async (call: Caller) =>
      (await call(customers.table, { body: { length: 50 } })).data
        .map(({ first_name, last_name, email, phone, company, address }) => ({
          first_name,
          last_name,
          email,
          phone,
          company,
          address,
        }))
        .sort((a, b) => a.phone.localeCompare(b.phone));
    expect(await fields(other)).toEqual(await fields(one));
  });
});

describe("the address", () => {
  test("is for those who may import, and in the audit trail", async () => {
    const agent = await house.signIn(dealership.agent);
    await expect(agent(customerExport.make, { body: {} })).rejects.toMatchObject({ status: 403 });
    await exported(manager, { search: "x" });
    const { rows } = await house.pool.query(
      "select detail from audit_log where dealer_id = $1 and action = 'exported' and subject = 'customers'",
      [dealership.dealer_id],
    );
    expect(rows).toEqual([{ detail: { search: "x", list_id: null, tag_id: null, optin_status: null } }]);
  });

  test("can't be changed or made up", async () => {
    const { url } = (await manager(customerExport.make, { body: {} })).data;
    const [, , , seal = "", name] = url.split("/");
    const [text = "", signature] = seal.split(".");
    const ticket = JSON.parse(Buffer.from(text, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...ticket, dealer_id: ticket.dealer_id + 1 })).toString("base64url");
    for (const wrong of [`${changed}.${signature}`, text, `${text}.`, `${text}.x`, "x.y"]) {
      expect((await fetched(`/files/customers/${wrong}/${name}`)).statusCode, wrong).toBe(404);
    }
  });

  test("holds for ten minutes, and as long as the person is signed in", async () => {
    const call = await house.signIn(dealership.owner);
    const early = (await call(customerExport.make, { body: {} })).data.url;
    house.clock.advance(601_000);
    expect((await fetched(early)).statusCode).toBe(404);
    const { url } = (await call(customerExport.make, { body: {} })).data;
    expect((await fetched(url)).statusCode).toBe(200);
    await call(accounts.logout);
    expect((await fetched(url)).statusCode).toBe(404);
  });

  test("leads to the file at the acting location only", async () => {
    const call = await house.signIn(dealership.owner, dealership.otherLocation_id);
    await addCustomer(call, { first_name: "Elsewhere" });
    expect((await exported(call)).join()).toContain("Elsewhere");
    expect((await exported(manager)).join()).not.toContain("Elsewhere");
  });
});

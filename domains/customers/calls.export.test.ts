import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BodyInput } from "#core/call.ts";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customerExport, customers } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  manager = await app.signIn(dealership.manager);
});
afterAll(() => app.close());

const fetchFile = (url: string) => app.http.inject({ url });
async function exportedLines(call: Caller, body: BodyInput<typeof customerExport.make> = {}): Promise<string[]> {
  const { data } = await call(customerExport.make, { body });
  const answer = await fetchFile(data.url);
  expect(answer.statusCode).toBe(200);
  expect(answer.body.startsWith("\uFEFF")).toBe(true);
  return answer.body.slice(1).trimEnd().split("\r\n");
}

const header =
  "First Name,Last Name,Email,Phone,Company,Address,Lists,Text Opt-In Status,Text Consent,Messages Received,Messages Sent";

describe("the file", () => {
  test("contains the customers with lists and opt-in status, newest first", async () => {
    const other = await app.dealership();
    const call = await app.signIn(other.manager);
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
    const [first, ...rows] = await exportedLines(call);
    expect(first).toBe(header);
    expect(rows).toHaveLength(2);
    await call(consent.opt, { body: { user_id: ana.id, opt_type: "in" } });
    expect((await exportedLines(call, { consent: "in" })).slice(1).join()).toMatch(/^Ana,.*,Opted in,Opted in,0,0$/);
    expect(await exportedLines(call, { consent: "none" })).toEqual([header]);
    expect((await exportedLines(call, { consent: "out" })).slice(1).join()).toMatch(/^Bo,.*$/);
    expect(rows[0]).toMatch(/^Bo,'=1\+1,b@x\.com,\(909\) 555-0124,.*,,Opted out,Opted out,0,0$/);
    expect(rows[1]).toMatch(
      /^Ana,Diaz,a@x\.com,\(909\) 555-0123,.*,"Autumn, late; Spring",Opted in,No consent yet,0,0$/,
    );
  });

  test("matches the table for list, opt-in and search filters, over many batches", async () => {
    const other = await app.dealership();
    const call = await app.signIn(other.owner);
    await app.pool.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select $1, $2, case when n % 2 = 0 then 'Even' else 'Odd' end, 'N' || n, '+1' || (2125550000 + n)
       from generate_series(1, 2500) n`,
      [other.dealer_id, other.location_id],
    );
    expect(await exportedLines(call)).toHaveLength(2501);
    const even = await exportedLines(call, { search: "even" });
    expect(even).toHaveLength(1251);
    expect(new Set(even).size).toBe(1251);
    expect(await exportedLines(call, { search: "even n2500" })).toHaveLength(2);
    expect(await exportedLines(call, { list_id: "none", optin_status: 1 })).toHaveLength(2501);
    expect(await exportedLines(call, { optin_status: "0" })).toEqual([header]);
    const { list_id } = (await call(lists.add, { body: { title: "Empty" } })).data;
    expect(await exportedLines(call, { list_id })).toEqual([header]);
  });

  test("imports back without loss", async () => {
    const from = await app.dealership();
    const to = await app.dealership();
    const [one, other] = [await app.signIn(from.manager), await app.signIn(to.manager)];
    const people = [
      { first_name: "=cmd", last_name: "@home", company: "-5 & Sons", address: '1 "Main" St, Apt 2' },
      { first_name: "Zoë", last_name: "+plus", company: "'=quoted", address: "2 Oak Ave" },
      { first_name: "O'Neil", last_name: "Ng", company: "''@twice", address: "3 Elm St" },
    ];
    for (const person of people) await addCustomer(one, person);
    const { data } = await one(customerExport.make, { body: {} });
    const csv_file = (await fetchFile(data.url)).body;
    await other(uploads.csvCopy, { body: { csv_file, list_title: "" } });
    await other(uploads.copyFromTemp, { body: { list_title: "" } });
    await app.jobs.runAll();
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

describe("the URL", () => {
  test("requires a manager and is in the audit trail", async () => {
    const agent = await app.signIn(dealership.agent);
    await expect(agent(customerExport.make, { body: {} })).rejects.toMatchObject({ status: 403 });
    await exportedLines(manager, { search: "x" });
    const { rows } = await app.pool.query(
      "select detail from audit_log where dealer_id = $1 and action = 'exported' and subject = 'customers'",
      [dealership.dealer_id],
    );
    expect(rows).toEqual([
      { detail: { search: "x", custom: null, list_id: null, tag_id: null, optin_status: null, consent: null } },
    ]);
  });

  test("can't be altered or forged", async () => {
    const { url } = (await manager(customerExport.make, { body: {} })).data;
    const [, , , seal = "", name] = url.split("/");
    const [text = "", signature] = seal.split(".");
    const ticket = JSON.parse(Buffer.from(text, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...ticket, dealer_id: ticket.dealer_id + 1 })).toString("base64url");
    for (const wrong of [`${changed}.${signature}`, text, `${text}.`, `${text}.x`, "x.y"]) {
      expect((await fetchFile(`/files/customers/${wrong}/${name}`)).statusCode, wrong).toBe(404);
    }
  });

  test("works for ten minutes and while the member is signed in", async () => {
    const call = await app.signIn(dealership.owner);
    const expiredUrl = (await call(customerExport.make, { body: {} })).data.url;
    app.clock.advance(601_000);
    expect((await fetchFile(expiredUrl)).statusCode).toBe(404);
    const { url } = (await call(customerExport.make, { body: {} })).data;
    expect((await fetchFile(url)).statusCode).toBe(200);
    await call(accounts.logout);
    expect((await fetchFile(url)).statusCode).toBe(404);
  });

  test("serves only the acting location's customers", async () => {
    const call = await app.signIn(dealership.owner, dealership.otherLocation_id);
    await addCustomer(call, { first_name: "Elsewhere" });
    expect((await exportedLines(call)).join()).toContain("Elsewhere");
    expect((await exportedLines(manager)).join()).not.toContain("Elsewhere");
  });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { addCustomer, customerDraft } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
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

async function row(call: Caller, id: number) {
  const { data } = await call(customers.table, { body: { length: 500 } });
  return data.find((one) => one.id === id);
}

describe("adding and updating", () => {
  test("a new customer appears in the table as entered", async () => {
    const draft = customerDraft({ phone: "(909)555-0123", company: "Acme" });
    const { data, message } = await agent(customers.add, { body: draft });
    expect(message).toBe("Customer added");
    expect(await row(agent, data.id)).toEqual({
      custom: {},
      ...draft,
      id: data.id,
      customer_name: "Maria Lopez",
      phone: "+19095550123",
      country_code: "1",
      user_image: null,
      list_id: null,
      chat_id: null,
      optin_status: 1,
      consent_state: "unknown",
      messages_received: 0,
      messages_sent: 0,
      user_tags: "",
      tags: [],
    });
  });

  test.each(everyEncoding)("accepts a body as %s", async (encoding) => {
    const token = await app.token(dealership.agent);
    const fields = {
      dealer_id: "1",
      location_id: "1",
      list_id: "",
      ...customerDraft({ first_name: ` Ana ${encoding} ` }),
    };
    const added = await postEncoded(app.http, token, "/customers/add", fields, encoding);
    expect(added).toMatchObject({ status: "success", message: "Customer added" });
    expect(await row(agent, added.data.id)).toMatchObject({ first_name: `Ana ${encoding}` });
    const path = `/customers/update/${added.data.id}`;
    const changed = await postEncoded(app.http, token, path, { ...fields, last_name: "Diaz" }, encoding);
    expect(changed).toMatchObject({ status: "success", message: "Customer updated" });
    expect(await row(agent, added.data.id)).toMatchObject({ last_name: "Diaz" });
  });

  test("a customer can be saved with an unchanged phone", async () => {
    const { id, phone } = await addCustomer(agent);
    await agent(customers.update, { params: { id }, body: customerDraft({ phone, address: "2 Oak Ave" }) });
    expect(await row(agent, id)).toMatchObject({ phone, address: "2 Oak Ave" });
  });

  test("a company that a change leaves out stays", async () => {
    const { id, phone } = await addCustomer(agent, { company: "Lopez Motors" });
    const { company: _, ...rest } = customerDraft({ phone });
    await agent(customers.update, { params: { id }, body: rest });
    expect(await row(agent, id)).toMatchObject({ company: "Lopez Motors" });
    await agent(customers.update, { params: { id }, body: { ...rest, company: "" } });
    expect(await row(agent, id)).toMatchObject({ company: "" });
  });

  test("two locations can have the same person", async () => {
    const { phone } = await addCustomer(agent);
    const elsewhere = await app.signIn(dealership.otherAgent);
    const { id } = await addCustomer(elsewhere, { phone });
    expect(await row(elsewhere, id)).toMatchObject({ phone });
  });
});

describe("deleting", () => {
  test("hides the customer and the chat, and is in the audit trail", async () => {
    const { id } = await addCustomer(agent);
    await agent(inbox.sendToCustomer, { body: { customer_id: id, message: "Welcome!" } });
    const chats = () => agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
    const shown = async () => (await chats()).data.allActiveChats.some(({ customer }) => customer.id === id);
    expect(await shown()).toBe(true);
    const { message } = await owner(customers.remove, { params: { id } });
    expect(message).toBe("Customer deleted");
    expect(await row(agent, id)).toBeUndefined();
    expect(await shown()).toBe(false);
    const { rows } = await app.pool.query(
      "select email from audit_log join users on users.id = user_id where action = 'deleted' and subject_id = $1",
      [id],
    );
    expect(rows).toEqual([{ email: dealership.owner }]);
  });

  test("the same phone can be added again, as a new customer", async () => {
    const { id, phone } = await addCustomer(agent);
    await agent(inbox.sendToCustomer, { body: { customer_id: id, message: "Welcome!" } });
    await owner(customers.remove, { params: { id } });
    const again = await addCustomer(agent, { phone });
    expect(again.id).not.toBe(id);
    expect(await row(agent, again.id)).toMatchObject({ chat_id: null, messages_sent: 0 });
  });
});

describe("the table", () => {
  let call: Caller;
  const people = [
    { first_name: "oscar", last_name: "Wild", email: "ow@example.com", phone: "(212)555-0101", company: "Acme" },
    { first_name: "Émile", last_name: "Zola", email: "ez@example.com", phone: "(212)555-0102", company: "" },
    { first_name: "Zora", last_name: "Hurston", email: "zh@other.org", phone: "(212)555-0103", company: "" },
    { first_name: "Anaïs", last_name: "Nin", email: "an@example.com", phone: "(305)555-0104", company: "100% Auto" },
  ];

  beforeAll(async () => {
    const other = await app.dealership();
    call = await app.signIn(other.agent);
    for (const person of people) await addCustomer(call, person);
  });

  const namesOf = async (body: object) =>
    (await call(customers.table, { body })).data.map(({ first_name }) => first_name);

  test("one page at a time, newest first, with totals and draw", async () => {
    const page = await call(customers.table, { body: { draw: 4, start: 1, length: 2 } });
    expect(page).toMatchObject({ draw: 4, recordsTotal: 4, recordsFiltered: 4 });
    expect(page.data.map(({ first_name }) => first_name)).toEqual(["Zora", "Émile"]);
  });

  test.each([
    ["name", "zola", ["Émile"]],
    ["full name", "oscar wild", ["oscar"]],
    ["email", "other.org", ["Zora"]],
    ["company", "acme", ["oscar"]],
    ["phone as it is shown", "(212) 555-0102", ["Émile"]],
    ["a part of the phone", "212-555", ["Zora", "Émile", "oscar"]],
    ["phone as it is stored", "+13055550104", ["Anaïs"]],
    ["wildcards for themselves", "100%", ["Anaïs"]],
    ["what nobody has", "nobody", []],
  ])("searches by %s", async (_by, value, expected) => {
    expect(await namesOf({ search: { value } })).toEqual(expected);
  });

  test.each([
    ["customer_name", ["Anaïs", "Émile", "oscar", "Zora"]],
    ["email", ["Anaïs", "Émile", "oscar", "Zora"]],
    ["optin_status", ["Anaïs", "Zora", "Émile", "oscar"]],
    ["messages_received", ["Anaïs", "Zora", "Émile", "oscar"]],
    ["deleted_at", ["Anaïs", "Zora", "Émile", "oscar"]],
  ])("sorts by %s", async (data, expected) => {
    const columns = [{ data: "tags" }, { data }];
    expect(await namesOf({ columns, order: [{ column: 1, dir: "asc" }] })).toEqual(expected);
  });
});

describe("tags", () => {
  test("appear in the table and on the customer page, and filter the table", async () => {
    const other = await app.dealership();
    const call = await app.signIn(other.agent);
    const [tagged, plain] = [await addCustomer(call), await addCustomer(call)];
    const tags = await app.pool.query<{ id: number }>(
      "insert into tags (tag, slug) values ('Hot <Lead>', 'hot-lead'), ('Sold', 'sold') returning id",
    );
    const [hot, sold] = tags.rows.map(({ id }) => id);
    for (const { id } of [tagged, plain]) {
      const { data } = await call(inbox.sendToCustomer, { body: { customer_id: id, message: "Welcome!" } });
      if (id === tagged.id) await call(chatTags.add, { body: { chat_id: data.chat_id, tag_id: hot ?? 0 } });
    }
    expect(await row(call, tagged.id)).toMatchObject({ tags: [{ id: hot, tag: "Hot <Lead>", slug: "hot-lead" }] });
    expect((await row(call, tagged.id))?.user_tags).toContain("Hot &lt;Lead&gt;");
    expect(await row(call, plain.id)).toMatchObject({ tags: [], user_tags: "" });
    const { data: details } = await call(customers.details, { params: { id: tagged.id } });
    expect(details.tags.map(({ tag }) => tag)).toEqual(["Hot <Lead>"]);

    const shown = async (body: object) => {
      const page = await call(customers.table, { body });
      return { ids: page.data.map(({ id }) => id), filtered: page.recordsFiltered, total: page.recordsTotal };
    };
    expect(await shown({ tag_id: hot })).toEqual({ ids: [tagged.id], filtered: 1, total: 2 });
    expect(await shown({ tag_id: hot, search: { value: plain.phone.slice(2) } })).toMatchObject({ ids: [] });
    expect(await shown({ tag_id: sold })).toMatchObject({ ids: [], filtered: 0 });
    expect((await shown({ tag_id: "" })).ids).toEqual([plain.id, tagged.id]);
  });
});

describe("the picker's search", () => {
  test("requires every word to match name, phone, email or company", async () => {
    const { id } = await addCustomer(agent, { first_name: "Quentin", last_name: "Quill", company: "Feather Inc" });
    await addCustomer(agent, { first_name: "Quentin", last_name: "Ink" });
    const found = async (search_param: string) =>
      (await agent(customers.search, { body: { search_param } })).data.allCustomers.map((one) => one.id);
    expect(await found("quill quentin")).toEqual([id]);
    expect(await found("feather q")).toEqual([id]);
    expect(await found("quentin")).toHaveLength(2);
  });

  test("no match", async () => {
    const { data } = await agent(customers.search, { body: { search_param: "nobody at all" } });
    expect(data).toEqual({ allCustomers: [], no_customers: 1, truncated: false });
  });

  test("returns at most 20 and says when there are more", async () => {
    for (let index = 0; index < 21; index++) await addCustomer(agent, { company: "Crowd" });
    const { data } = await agent(customers.search, { body: { search_param: "crowd" } });
    expect(data.allCustomers).toHaveLength(20);
    expect(data).toMatchObject({ no_customers: 0, truncated: true });
    const all = await agent(customers.search, { body: {} });
    expect(all.data).toMatchObject({ truncated: true });
  });

  test("finds one by id", async () => {
    const { id } = await addCustomer(agent);
    const { data } = await agent(customers.search, { body: { customer_id: id } });
    expect(data.allCustomers.map((one) => one.id)).toEqual([id]);
  });
});

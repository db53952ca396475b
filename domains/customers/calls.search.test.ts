import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { foldForSearch } from "#core/foldForSearch.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { inboxSearch } from "#domains/inbox/search/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { customers } from "./contract.ts";

const { app, agent } = await startInboxTest();
afterAll(() => app.close());

const people = [
  ["Pat", "O’Brien"],
  ["Łukasz", "Nowak"],
  ["Søren", "Berg"],
  ["Eva", "Straße"],
  ["Cem", "Yılmaz"],
  ["Zoë", "Núñez"],
  ["Ægir", "Þór"],
  ["Đorđe", "Ilić"],
] as const;
const ids = new Map<string, number>();
for (const [first_name, last_name] of people) {
  const { id } = await addCustomer(agent, { first_name, last_name, email: `${ids.size}@example.com` });
  ids.set(last_name, id);
  const text = { customer_id: id, message: `We’ll see you, ${first_name}`, client_id: crypto.randomUUID() };
  await agent(inbox.sendToCustomer, { body: text });
}

test.each([
  ["o'brien", "O’Brien"],
  ["obrien", "O’Brien"],
  ["O’BRIEN", "O’Brien"],
  ["oʼbrien", "O’Brien"],
  ["o`brien", "O’Brien"],
  ["lukasz", "Nowak"],
  ["Łukasz", "Nowak"],
  ["soren", "Berg"],
  ["strasse", "Straße"],
  ["STRASSE", "Straße"],
  ["yilmaz", "Yılmaz"],
  ["Núñez, Zoë", "Núñez"],
  ["nunez,zoe", "Núñez"],
  ["Nunez; Zoe", "Núñez"],
  ["aegir thor", "Þór"],
  ["dorde", "Ilić"],
])("%s finds %s in the table, in pickers and among the conversations", async (typed, last_name) => {
  const id = ids.get(last_name);
  const table = await agent(customers.table, { body: { search: { value: typed } } });
  expect(table.data.map((row) => row.id)).toEqual([id]);
  const picker = await agent(customers.search, { body: { search_param: typed } });
  expect(picker.data.allCustomers.map((row) => row.id)).toEqual([id]);
  const chats = await agent(inboxSearch.search, { body: { search_param: typed } });
  expect(JSON.stringify(chats.data)).toContain(last_name);
});

test("what people wrote is found whatever apostrophe they typed", async () => {
  for (const typed of ["we'll see", "well see you, soren"]) {
    const { data } = await agent(inboxSearch.search, { body: { search_param: typed } });
    expect(JSON.stringify(data)).toContain("We’ll see you");
  }
});

test("the database compares the same as foldForSearch", async () => {
  const letters = "aOÉñłŁøßẞæÆœıİiIđÐþÞħŧŻğşűå'’‘ʼ`´′＇,;.- 9\u0301\u0307\u0328";
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 20 }), 300);
  const { rows } = await app.pool.query(
    "select searchable(t) as folded from unnest($1::text[]) with ordinality as x (t, n) order by n",
    [texts],
  );
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldForSearch));
});

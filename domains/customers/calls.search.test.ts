import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { foldForSearch } from "#core/foldForSearch.ts";
import { searchWords } from "#core/searchWords.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { inboxSearch } from "#domains/inbox/list/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { customers } from "./contract.ts";
import { indexCandidates, unfiltered } from "./server/tableStore.ts";

const { app, agent, dealer } = await startInboxTest();
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
  ["Mary Ann", "Lowe"],
  ["Mary-Beth", "Kerr"],
  ["Mary Ellen", "Jones"],
  ["Olivia", "Smith-Jones"],
  ["José", "de la Cruz"],
  ["Jan", "Van Der Berg"],
  ["ＪＯＨＮ", "Ｄｏｅ９０９"],
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
  ["maryann", "Lowe"],
  ["MaryAnn Lowe", "Lowe"],
  ["lowe maryann", "Lowe"],
  ["mary-ann", "Lowe"],
  ["mary\u2010ann", "Lowe"],
  ["lowe mary\u2013ann", "Lowe"],
  ["“zoë” nunez", "Núñez"],
  ["maryellen jones", "Jones"],
  ["ellen jones", "Jones"],
  ["smithjones olivia", "Smith-Jones"],
  ["marybeth", "Kerr"],
  ["mary-beth", "Kerr"],
  ["mary beth", "Kerr"],
  ["delacruz", "de la Cruz"],
  ["DELACRUZ, JOSE", "de la Cruz"],
  ["delacr", "de la Cruz"],
  ["vanderberg", "Van Der Berg"],
  ["john", "Ｄｏｅ９０９"],
  ["doe909", "Ｄｏｅ９０９"],
  ["ｚｏｅ", "Núñez"],
  ["Ｏ＇Ｂｒｉｅｎ", "O’Brien"],
  ["ｍａｒｙａｎｎ", "Lowe"],
])("%s finds %s in the table, in pickers and among the conversations", async (typed, last_name) => {
  const id = ids.get(last_name);
  const table = await agent(customers.table, { body: { search: { value: typed } } });
  expect(table.data.map((row) => row.id)).toEqual([id]);
  const picker = await agent(customers.search, { body: { search_param: typed } });
  expect(picker.data.allCustomers.map((row) => row.id)).toEqual([id]);
  const chats = await agent(inboxSearch.search, { body: { search_param: typed } });
  expect(JSON.stringify(chats.data)).toContain(last_name);
});

test.each(["nnlo", "marylowe", "annmary", "delacruzz", "maryann kerr"])("%s finds nobody", async (typed) => {
  const { data } = await agent(customers.table, { body: { search: { value: typed } } });
  expect(data).toEqual([]);
});

test.each([
  ["maryellen jones", "Jones"],
  ["smithjones olivia", "Smith-Jones"],
  ["olivia smith-jones", "Smith-Jones"],
])("%s finds %s through the index as well", async (typed, last_name) => {
  const { dealer_id, location_id } = dealer;
  const found = await app.server.within.business({ dealer_id, location_id }, "test", ({ db }) =>
    sql<{
      last_name: string;
    }>`select last_name from ${indexCandidates(dealer, { ...unfiltered, words: searchWords(typed) })}`.execute(db),
  );
  expect(found.rows).toEqual([{ last_name }]);
});

test("a phone is found by full-width digits", async () => {
  const { id, phone } = await addCustomer(agent, { first_name: "Wide", last_name: "Digits" });
  const wide = phone.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  for (const typed of [wide, wide.slice(-7)]) {
    const { data } = await agent(customers.table, { body: { search: { value: typed } } });
    expect(data.map((row) => row.id)).toContain(id);
  }
});

test("what people wrote is found whatever apostrophe they typed", async () => {
  for (const typed of ["we'll see", "well see you, soren"]) {
    const { data } = await agent(inboxSearch.search, { body: { search_param: typed } });
    expect(JSON.stringify(data)).toContain("We’ll see you");
  }
});

test("the database compares the same as foldForSearch", async () => {
  const letters = "aOÉñłŁøßẞæÆœıİiIđÐþÞħŧŻğşűå'’‘ʼ`´′＇,;.- 9ＪＯｅ９－　！～–‑−👍\u00ad\u200b\ufe0f\u0301\u0307\u0328";
  const texts = fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 20 }), 300);
  const { rows } = await app.pool.query(
    "select searchable(t) as folded from unnest($1::text[]) with ordinality as x (t, n) order by n",
    [texts],
  );
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldForSearch));
});

test("the database leaves out the same characters, and reads the same dashes as hyphens", async () => {
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code > 0 && (code < 0xd800 || code > 0xdfff),
  );
  const signs = all
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /[\p{Cf}\p{Mn}\p{Pd}\p{Zs}\p{Default_Ignorable_Code_Point}\u2212\u2800]/u.test(sign));
  const { rows } = await app.pool.query<{ sign: string; folded: string }>(
    "select sign, searchable('x' || sign || 'y') as folded from unnest($1::text[]) as sign",
    [signs],
  );
  expect(rows.length).toBeGreaterThan(2_000);
  expect(
    rows
      .filter(({ sign, folded }) => folded !== foldForSearch(`x${sign}y`))
      .map(({ sign }) => sign.codePointAt(0)?.toString(16)),
  ).toEqual([]);
});

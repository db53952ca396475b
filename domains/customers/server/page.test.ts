import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { foldForSearch } from "#core/foldForSearch.ts";
import { searchWords } from "#core/searchWords.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import type { ConsentView } from "../consent/contract.ts";
import { customers } from "../contract.ts";

let app: TestApp;
let dealership: Dealership;
let call: Caller;

const firsts = ["Maria", "MARIA", "José", "jose", "Zoë", "O'Neil", "a_b", "100%", "back\\slash", "Ñandú", "", "Wei"];
const lasts = ["Lopez", "López", "lopez-diaz", "Zola", "", "Ng", "Æther", "Straße", "van der Berg"];
const companies = ["", "", "Westside Trucks", "24-7 Auto", "%", "_", "Call 9095550123", "No19095550777"];

interface ExpectedCustomer {
  id: number;
  text: string;
  name: string;
  email: string;
  list: number | undefined;
  optin: 0 | 1;
  consent: ConsentView;
}
let everyone: ExpectedCustomer[];
let list_id: number;

/** More customers than a scan covers before it uses an index, at two businesses. */
beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  const theirs = await app.dealership();
  call = await app.signIn(dealership.owner);
  const inserted = await app.pool.query(
    "insert into customer_lists (dealer_id, location_id, title) values ($1, $2, 'Spring') returning id::int",
    [dealership.dealer_id, dealership.location_id],
  );
  list_id = inserted.rows[0].id;
  for (const { dealer_id, location_id } of [
    dealership,
    { ...dealership, location_id: dealership.otherLocation_id },
    theirs,
  ]) {
    await app.pool.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, email, phone, company, deleted_at)
       select $1, $2, ($3::text[])[1 + (n * 7) % $6], ($4::text[])[1 + (n * 11) % $7],
         case when n % 4 = 0 then '' else 'p' || n || '@Example.com' end, '+1909' || (5550000 + n),
         ($5::text[])[1 + n % $8], case when n % 50 = 0 then now() end
       from generate_series(1, 900) n`,
      [dealer_id, location_id, firsts, lasts, companies, firsts.length, lasts.length, companies.length],
    );
  }
  await app.pool.query(
    `insert into list_members (dealer_id, location_id, list_id, customer_id)
     select dealer_id, location_id, $2, id from customers
     where dealer_id = $1 and location_id = $3 and deleted_at is null and id % 5 = 0`,
    [dealership.dealer_id, list_id, dealership.location_id],
  );
  await app.pool.query(
    `with said as (insert into consent_events (dealer_id, phone, event, source) values ($1, '', 'revoked', 'staff') returning id)
     insert into suppressions (dealer_id, phone, event_id, since)
     select $1, '+1909' || (5550000 + n), said.id, now() from generate_series(7, 800, 13) n, said`,
    [dealership.dealer_id],
  );
  // Consent on record, some of it withdrawn since; and open questions, some of people who had agreed.
  await app.pool.query(
    `insert into consent_events (dealer_id, phone, event, source)
     select $1::bigint, '+1909' || (5550000 + n), case when n % 2 = 0 then 'granted' else 'attested' end, 'staff' from generate_series(3, 880, 5) n
     union all select $1::bigint, '+1909' || (5550000 + n), 'withdrawn', 'staff' from generate_series(13, 880, 30) n`,
    [dealership.dealer_id],
  );
  await app.pool.query(
    `with said as (insert into consent_events (dealer_id, phone, event, source)
       select $1, '+1909' || (5550000 + n), 'asked', 'message' from generate_series(8, 880, 35) n returning id, phone)
     insert into consent_questions (dealer_id, phone, event_id) select $1, phone, id from said`,
    [dealership.dealer_id],
  );
  const result = await app.pool.query(
    `select c.id::int, c.first_name || ' ' || c.last_name || ' ' || c.email || ' ' || c.phone || ' ' || c.company as text,
       c.customer_name as name, c.email, m.list_id::int as list,
       case when s.phone is null then 1 else 0 end as optin,
       case when s.phone is not null then 'out'
         when n % 5 = 3 and n % 35 <> 8 and n % 30 <> 13 and n <= 880 then 'in' else 'none' end as consent
     from customers c left join list_members m on m.dealer_id = c.dealer_id and m.customer_id = c.id
     left join suppressions s on s.dealer_id = c.dealer_id and s.phone = c.phone
     cross join lateral (select substr(c.phone, 6)::int - 5550000 as n) numbered
     where c.dealer_id = $1 and c.location_id = $2 and c.deleted_at is null`,
    [dealership.dealer_id, dealership.location_id],
  );
  everyone = result.rows.map((row) => ({ ...row, list: row.list ?? undefined }));
});
afterAll(() => app.close());

const columns = ["id", "customer_name", "email"].map((data) => ({ data }));

interface TableRequest {
  search: string;
  list: "" | "none" | "one";
  optin: "" | 0 | 1;
  consent: "" | ConsentView;
  column: 0 | 1 | 2;
  dir: "asc" | "desc";
}

const bodyOf = ({ search, list, optin, consent, column, dir }: TableRequest) => ({
  columns,
  search: { value: search },
  list_id: list === "one" ? list_id : list,
  optin_status: optin,
  ...(consent && { consent }),
  order: [{ column, dir }],
});

const collator = new Intl.Collator("und");

/** The expected ids, from filtering and sorting everyone in memory. */
function expectedIds({ search, list, optin, consent, column, dir }: TableRequest): number[] {
  const words = searchWords(search);
  const keys = [
    (one: ExpectedCustomer, other: ExpectedCustomer) => one.id - other.id,
    (one: ExpectedCustomer, other: ExpectedCustomer) => collator.compare(one.name, other.name),
    (one: ExpectedCustomer, other: ExpectedCustomer) => collator.compare(one.email, other.email),
  ];
  const compare = keys[column] ?? (() => 0);
  const sign = dir === "asc" ? 1 : -1;
  return everyone
    .filter(({ text }) => words.every((word) => foldForSearch(text).includes(word)))
    .filter((one) => list === "" || (list === "none" ? one.list === undefined : one.list === list_id))
    .filter((one) => optin === "" || one.optin === optin)
    .filter((one) => consent === "" || one.consent === consent)
    .sort((one, other) => sign * (compare(one, other) || one.id - other.id))
    .map(({ id }) => id);
}

const request = fc.record<TableRequest>({
  search: fc.oneof(
    fc.constant(""),
    fc.constantFrom("maria", "JOSÉ", "jose lopez", "zoe", "%", "_", "\\", "a_b", "o'neil", "24-7", "straße", "ng", "n"),
    fc.constantFrom(
      "(909) 555-0",
      "909-555-0123",
      "+1 909 5550",
      "(909) 555-0777",
      "1 909 555 0123",
      "1909555012",
      "call 909-555-0123",
      "p12",
      "example",
      "westside maria",
      "nobody",
      "p7@ ex",
    ),
    fc.string({ unit: fc.constantFrom(..."aeiomrzl@%_\\ 059é'"), maxLength: 5 }),
  ),
  list: fc.constantFrom("", "none", "one"),
  optin: fc.constantFrom<"" | 0 | 1>("", 0, 1),
  consent: fc.constantFrom<"" | ConsentView>("", "in", "none", "out"),
  column: fc.constantFrom(0, 1, 2),
  dir: fc.constantFrom("asc", "desc"),
});

describe("compared with filtering everyone in memory", () => {
  test("the first page and the count", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        request,
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 60 }),
        async (one, length, start) => {
          const expected = expectedIds(one);
          const page = await call(customers.table, { body: { ...bodyOf(one), length, start } });
          expect(page.data.map(({ id }) => id)).toEqual(expected.slice(start, start + length));
          expect(page).toMatchObject({ recordsFiltered: expected.length, recordsFilteredIsMore: false });
          expect(page.recordsTotal).toBe(everyone.length);
        },
      ),
      { numRuns: inDepth(80, 16) },
    );
  });

  test("paging forward, from the last page, and backward", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.integer({ min: 90, max: 400 }), async (one, length) => {
        const expected = expectedIds(one);
        const seen: number[] = [];
        let page = await call(customers.table, { body: { ...bodyOf(one), length } });
        const last = page.cursors?.last;
        for (;;) {
          expect(page.cursors?.start).toBe(seen.length);
          expect(page.recordsFiltered).toBe(expected.length);
          seen.push(...page.data.map(({ id }) => id));
          const cursor = page.cursors?.next;
          if (!cursor) break;
          page = await call(customers.table, { body: { ...bodyOf(one), length, cursor } });
        }
        expect(seen).toEqual(expected);
        if (last) {
          const end = await call(customers.table, { body: { ...bodyOf(one), length, cursor: last } });
          expect(end.data).toEqual(page.data);
          expect(end.cursors).toMatchObject({ start: page.cursors?.start, next: null, last: null });
        }
        for (let cursor = page.cursors?.previous; cursor; cursor = page.cursors?.previous) {
          page = await call(customers.table, { body: { ...bodyOf(one), length, cursor } });
          const start = page.cursors?.start ?? -1;
          expect(page.data.map(({ id }) => id)).toEqual(expected.slice(start, start + length));
        }
        expect(page.data.map(({ id }) => id)).toEqual(expected.slice(0, length));
      }),
      { numRuns: inDepth(15, 4) },
    );
  });
});

describe("more rows than the counting limit", () => {
  let many: Caller;
  const request = { columns, search: { value: "clustered" }, length: 10 };

  beforeAll(async () => {
    const dealer = await app.dealership();
    many = await app.signIn(dealer.owner);
    await app.pool.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone, company)
       select $1, $2, 'No', 'N' || n, '+1' || (2125550000 + n), case when n <= 10500 then 'Clustered' else '' end
       from generate_series(1, 11000) n`,
      [dealer.dealer_id, dealer.location_id],
    );
  });
  const names = (rows: readonly { last_name: string }[]) => rows.map(({ last_name }) => last_name);

  test("finds matches far from the start, and reports that there are more", async () => {
    const page = await many(customers.table, { body: request });
    expect(page).toMatchObject({ recordsTotal: 11_000, recordsFiltered: 10_000, recordsFilteredIsMore: true });
    expect(names(page.data)).toEqual(Array.from({ length: 10 }, (_, at) => `N${10_500 - at}`));
    const next = await many(customers.table, { body: { ...request, cursor: page.cursors?.next ?? "" } });
    expect(names(next.data)[0]).toBe("N10490");
    expect(next).toMatchObject({ recordsFilteredIsMore: true, cursors: { start: 10 } });
    const end = await many(customers.table, { body: { ...request, cursor: page.cursors?.last ?? "" } });
    expect(names(end.data)).toEqual(Array.from({ length: 10 }, (_, at) => `N${10 - at}`));
    expect(end.cursors).toMatchObject({ start: null, next: null });
    const before = await many(customers.table, { body: { ...request, cursor: end.cursors?.previous ?? "" } });
    expect(names(before.data)[0]).toBe("N20");
  });

  test.each(["", "clustered", "n500", "nobody"])(
    "a reused plan returns the same rows as the first one: %s",
    async (value) => {
      const ask = () => many(customers.table, { body: { ...request, search: { value } } });
      const first = await ask();
      for (let time = 0; time < 12; time++) expect(await ask()).toEqual(first);
    },
  );

  test("without search and filter, the count is exact and the last page is complete", async () => {
    const first = await many(customers.table, { body: { columns, length: 300 } });
    expect(first).toMatchObject({ recordsFiltered: 11_000, recordsFilteredIsMore: false });
    const end = await many(customers.table, { body: { columns, length: 300, cursor: first.cursors?.last ?? "" } });
    expect(end.data).toHaveLength(200);
    expect(end.cursors?.start).toBe(10_800);
  });

  test("start works up to the counting limit and no further", async () => {
    const near = await many(customers.table, { body: { columns, length: 5, start: 10_000 } });
    expect(names(near.data)[0]).toBe("N1000");
    const far = many(customers.table, { body: { columns, start: 10_001 } });
    await expect(far).rejects.toMatchObject({ status: 422, fields: { start: expect.any(String) } });
  });

  test.each([
    ["nonsense", "nonsense"],
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["another order", { key: "email", dir: "asc", side: "after", value: "a", id: 1, at: 0, more: false }],
    ["half a place", { key: "id", dir: "desc", side: "after", at: 0, more: false }],
    ["a text for a number", { key: "id", dir: "desc", side: "after", value: "1; drop", id: 1, at: 0, more: false }],
    ["a row at the end", { key: "id", dir: "desc", side: "end", value: 1, id: 1, at: 0, more: false }],
    ["too many rows", { key: "id", dir: "desc", side: "end", at: 0, rows: 100_000, more: false }],
  ])("a cursor that is %s is refused", async (_, parts) => {
    const cursor = typeof parts === "string" ? parts : Buffer.from(JSON.stringify(parts)).toString("base64url");
    const page = many(customers.table, { body: { columns, cursor } });
    await expect(page).rejects.toMatchObject({ status: 422, fields: { cursor: expect.any(String) } });
  });

  test("a cursor whose rows are deleted leads to the first page", async () => {
    const place = { key: "id", dir: "desc", side: "after", value: 1, id: 1, at: 900, more: false };
    const cursor = Buffer.from(JSON.stringify(place)).toString("base64url");
    const page = await many(customers.table, { body: { columns, cursor, length: 1 } });
    expect(names(page.data)).toEqual(["N11000"]);
    expect(page.cursors).toMatchObject({ start: 0, previous: null });
  });

  test("another business finds none of them", async () => {
    expect((await call(customers.table, { body: request })).data).toEqual([]);
    const result = await call(customers.search, { body: { search_param: "clustered" } });
    expect(result.data.allCustomers).toEqual([]);
  });
});

import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";

let house: TestHouse;
let mine: Dealership;
/** The acting location's messages, newest first. */
let kept: { id: number; words: string }[];

/** Messages of the location, so far apart that they lie in several slices. */
const many = 12_000;
const apart = 90;

/** Each word stands in a stretch of the messages, in all of them there or in a few. */
const stretches = fc.sample(
  fc.record({
    from: fc.integer({ min: -many / 4, max: many }),
    length: fc.integer({ min: 1, max: many }),
    oneIn: fc.constantFrom(1, 1, 3, 40, 900),
  }),
  { seed: 26, numRuns: 24 },
);
const wordOf = (index: number) => `era${String.fromCharCode(97 + index)}`;
const words = stretches.map((_, index) => wordOf(index));

function textOf(n: number): string {
  const has = stretches.flatMap(({ from, length, oneIn }, index) =>
    n >= from && n < from + length && (Math.imul(n + index, 2_654_435_761) >>> 7) % oneIn === 0 ? [wordOf(index)] : [],
  );
  return `Message ${n} ${has.join(" ")}`;
}

beforeAll(async () => {
  house = await openTestHouse();
  mine = await house.dealership();
  const theirs = await house.dealership();
  const texts = Array.from({ length: many }, (_, n) => textOf(n));
  // Another location's and another business's messages lie between them, with the same words.
  const places = [mine, { ...mine, location_id: mine.otherLocation_id }, theirs];
  for (const [index, { dealer_id, location_id }] of places.entries()) {
    await house.pool.query(
      `with customer as (
         insert into customers (dealer_id, location_id, first_name, last_name, phone)
         values ($1, $2, 'Ann', 'Lee', '+12125550100') returning id
       ), chat as (
         insert into chats (dealer_id, location_id, customer_id) select $1, $2, id from customer returning id
       )
       insert into messages (dealer_id, id, chat_id, is_from_customer, message, state)
       select $1, n * $3 + $4, chat.id, 1, text, 'received' from chat, unnest($5::text[]) with ordinality as written (text, n)
       where $4 = 0 or n % 4 = 0`,
      [dealer_id, location_id, apart, index, texts],
    );
  }
  await house.pool.query("vacuum analyze messages, message_words, chats");
  const { rows } = await house.pool.query<{ id: number; words: string }>(
    `select message_id::int as id, words from message_words where dealer_id = $1 and location_id = $2 order by message_id desc`,
    [mine.dealer_id, mine.location_id],
  );
  kept = rows;
});
afterAll(() => house.close());

interface Search {
  readonly looked: readonly string[];
  readonly most: number;
  readonly patience: string;
  readonly before: number;
}

const asked: fc.Arbitrary<Search> = fc.record({
  looked: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...words).map((word): readonly string[] => [word]) },
    { weight: 3, arbitrary: fc.uniqueArray(fc.constantFrom(...words), { minLength: 2, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant<readonly string[]>(["nothere"]) },
  ),
  most: fc.constantFrom(1, 20, 400, 5_000),
  patience: fc.constantFrom("0", "3 milliseconds", "10 seconds"),
  before: fc.integer({ min: 1, max: (many + 2) * apart }),
});

interface Batch {
  readonly ids: number[];
  readonly looked_to: number | null;
}

/** One request. */
async function batch(client: pg.PoolClient, { looked, most, patience }: Search, before: number): Promise<Batch> {
  const { rows } = await client.query<Batch>(
    "select to_json(ids) as ids, looked_to::float8 from messages_matching($1, $2, $3, $4::interval)",
    [looked.map((word) => `%${word}%`), before, most, patience],
  );
  const [row] = rows;
  if (!row) throw new Error("A function answers");
  return row;
}

/** What a search finds from a place on, request by request; not to the end where that takes too many of them. */
async function found(client: pg.PoolClient, search: Search) {
  const all: number[] = [];
  let at: number | null = search.before;
  for (let request = 0; request < 40 && at !== null; request++) {
    const { ids, looked_to }: Batch = await batch(client, search, at);
    expect(ids.length).toBeLessThanOrEqual(search.most);
    if (looked_to !== null) expect(looked_to).toBeLessThan(at);
    all.push(...ids);
    at = looked_to;
  }
  return { ids: all, at };
}

test("whatever is looked for, from wherever and in batches of any size, is what reading everything finds", async () => {
  expect(new Set(kept.map(({ id }) => id >> 18)).size).toBeGreaterThan(4);
  const client = await house.pool.connect();
  await client.query(
    `begin; set local role rooftop_app; set local app.dealer_id = '${mine.dealer_id}'; set local app.location_id = '${mine.location_id}'`,
  );
  let total = 0;
  try {
    await fc.assert(
      fc.asyncProperty(asked, async (search) => {
        const { ids, at } = await found(client, search);
        total += ids.length;
        const all = kept.filter(
          ({ id, words: text }) => id < search.before && search.looked.every((word) => text.includes(word)),
        );
        expect(ids).toEqual(all.filter(({ id }) => id >= (at ?? 0)).map(({ id }) => id));
      }),
      { numRuns: 100 },
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
  expect(total).toBeGreaterThan(2_000);
});

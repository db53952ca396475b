import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let mine: Dealership;
/** The acting location's messages, newest first. */
let indexed: { id: number; words: string }[];

/** The location's message count, and the gap between their ids, so that they span several slices of the search. */
const messageCount = 12_000;
const idGap = 90;

/** Each word occurs in a range of the messages, in all or some of them. */
const ranges = fc.sample(
  fc.record({
    from: fc.integer({ min: -messageCount / 4, max: messageCount }),
    length: fc.integer({ min: 1, max: messageCount }),
    oneIn: fc.constantFrom(1, 1, 3, 40, 900),
  }),
  { seed: 26, numRuns: inDepth(24, 8) },
);
const wordOf = (index: number) => `era${String.fromCharCode(97 + index)}`;
const allWords = ranges.map((_, index) => wordOf(index));

function textOf(n: number): string {
  const has = ranges.flatMap(({ from, length, oneIn }, index) =>
    n >= from && n < from + length && (Math.imul(n + index, 2_654_435_761) >>> 7) % oneIn === 0 ? [wordOf(index)] : [],
  );
  return `Message ${n} ${has.join(" ")}`;
}

beforeAll(async () => {
  app = await startTestApp();
  mine = await app.dealership();
  const theirs = await app.dealership();
  const texts = Array.from({ length: messageCount }, (_, n) => textOf(n));
  // Messages of another location and another business are interleaved, with the same words.
  const scopes = [mine, { ...mine, location_id: mine.otherLocation_id }, theirs];
  for (const [index, { dealer_id, location_id }] of scopes.entries()) {
    await app.pool.query(
      `with customer as (
         insert into customers (dealer_id, location_id, first_name, last_name, phone)
         values ($1, $2, 'Ann', 'Lee', '+12125550100') returning id
       ), chat as (
         insert into chats (dealer_id, location_id, customer_id) select $1, $2, id from customer returning id
       )
       insert into messages (dealer_id, id, chat_id, is_from_customer, message, state)
       select $1, n * $3 + $4, chat.id, 1, text, 'received' from chat, unnest($5::text[]) with ordinality as written (text, n)
       where $4 = 0 or n % 4 = 0`,
      [dealer_id, location_id, idGap, index, texts],
    );
  }
  await app.pool.query("vacuum analyze messages, message_words, chats");
  const { rows } = await app.pool.query<{ id: number; words: string }>(
    `select message_id::int as id, words from message_words where dealer_id = $1 and location_id = $2 order by message_id desc`,
    [mine.dealer_id, mine.location_id],
  );
  indexed = rows;
});
afterAll(() => app.close());

interface SearchRequest {
  readonly words: readonly string[];
  readonly limit: number;
  readonly timeBudget: string;
  readonly before: number;
}

const searchRequest: fc.Arbitrary<SearchRequest> = fc.record({
  words: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...allWords).map((word): readonly string[] => [word]) },
    { weight: 3, arbitrary: fc.uniqueArray(fc.constantFrom(...allWords), { minLength: 2, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constant<readonly string[]>(["nothere"]) },
  ),
  limit: fc.constantFrom(1, 20, 400, 5_000),
  timeBudget: fc.constantFrom("0", "3 milliseconds", "10 seconds"),
  before: fc.integer({ min: 1, max: (messageCount + 2) * idGap }),
});

interface MessageBatch {
  readonly ids: number[];
  readonly looked_to: number | null;
}

async function batch(
  client: pg.PoolClient,
  { words, limit, timeBudget }: SearchRequest,
  before: number,
): Promise<MessageBatch> {
  const { rows } = await client.query<MessageBatch>(
    "select to_json(ids) as ids, looked_to::float8 from messages_matching($1, $2, $3, $4::interval)",
    [words.map((word) => `%${word}%`), before, limit, timeBudget],
  );
  const [row] = rows;
  if (!row) throw new Error("messages_matching returned no row");
  return row;
}

/** Runs a search over up to 40 requests. */
async function searchAll(client: pg.PoolClient, search: SearchRequest) {
  const all: number[] = [];
  let at: number | null = search.before;
  for (let request = 0; request < 40 && at !== null; request++) {
    const { ids, looked_to }: MessageBatch = await batch(client, search, at);
    expect(ids.length).toBeLessThanOrEqual(search.limit);
    if (looked_to !== null) expect(looked_to).toBeLessThan(at);
    all.push(...ids);
    at = looked_to;
  }
  return { ids: all, at };
}

test("paged searches find exactly what a full scan finds", async () => {
  expect(new Set(indexed.map(({ id }) => id >> 18)).size).toBeGreaterThan(4);
  const client = await app.pool.connect();
  await client.query(
    `begin; set local role rooftop_app; set local app.dealer_id = '${mine.dealer_id}'; set local app.location_id = '${mine.location_id}'`,
  );
  let total = 0;
  try {
    await fc.assert(
      fc.asyncProperty(searchRequest, async (search) => {
        const { ids, at } = await searchAll(client, search);
        total += ids.length;
        const all = indexed.filter(
          ({ id, words: text }) => id < search.before && search.words.every((word) => text.includes(word)),
        );
        expect(ids).toEqual(all.filter(({ id }) => id >= (at ?? 0)).map(({ id }) => id));
      }),
      { seed: 26, numRuns: inDepth(100, 20) },
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
  expect(total).toBeGreaterThan(inDepth(2_000, 200));
});

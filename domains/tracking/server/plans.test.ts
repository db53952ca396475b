import { afterAll, beforeAll, expect, test } from "vitest";
import { storeInBulk, storePeople } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { expectFewRowsRead, expectRecountedLog, firstPage } from "#testing/logReads.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import type { TextFilter } from "./conversationStore.ts";
import { openTextLog } from "./store.ts";

let app: TestApp;
let dealer: Dealership;

const people = 22_000;
const textsOfEach = 3;

/** Far more texts than a page has, half of them at another location. */
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const { dealer_id } = dealer;
  await storeInBulk(app.pool, ["customers", "chats", "messages", "logged_texts", "tracked_texts"], async (client) => {
    await storePeople(client, dealer, people);
    await client.query(
      `insert into chats (dealer_id, id, location_id, customer_id) select dealer_id, id, location_id, id from customers
       where dealer_id = $1`,
      [dealer_id],
    );
    await client.query(
      `insert into messages (dealer_id, id, chat_id, is_from_customer, message, state, datetime)
       select $1, n, 1 + n % $2, n / $2 % 2, 'Hi', 'sent', now() - n * interval '1 minute' from generate_series(1, $2 * $3::int) n`,
      [dealer_id, people, textsOfEach],
    );
    // Joining them takes minutes by a plan for empty tables.
    await client.query("analyze chats, messages");
    await client.query(
      `insert into logged_texts (dealer_id, message_id, location_id, type, sent_at)
       select m.dealer_id, m.id, c.location_id, case when is_from_customer = 1 then 'received' when m.id < 100 then 'sent'
         else 'automatic' end, datetime
       from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id where m.dealer_id = $1`,
      [dealer_id],
    );
    await client.query(
      `insert into tracked_texts (dealer_id, message_id, location_id, number, source, received_at)
       select dealer_id, message_id, location_id, '+15185550199', case when message_id % 10 = 0 then 'Google' else 'Radio' end,
         sent_at from logged_texts where dealer_id = $1 and type = 'received'`,
      [dealer_id],
    );
  });
});
afterAll(() => app.close());

const open = (db: Parameters<typeof openTextLog>[0], asked: Partial<TextFilter>) =>
  openTextLog(db, { ...dealer, from: new Date(0), show: "all", source: "", search: undefined, ...asked }, "");

const filters: [string, Partial<TextFilter>][] = [
  ["all texts", {}],
  ["texts of customers", { show: "received" }],
  ["the few that somebody wrote", { show: "sent" }],
  ["texts through a source", { source: "Google" }],
  ["texts with a person of this phone", { search: { digits: "2000004000" } }],
  ["texts with a person of this name", { search: { words: ["kim", "4000"] } }],
  ["texts through a source with a person", { source: "Radio", search: { words: ["kim", "4000"] } }],
  ["texts with somebody whom nobody knows", { search: { words: ["nobody"] } }],
];

test.each(filters)("%s: a page reads little more than itself, and a count as far as it counts", (_, asked) =>
  expectFewRowsRead(app, dealer, "sent_at", (db) => open(db, asked)),
);

test("a name that many people have fills its page from the newest texts", async () => {
  const reads = await rowsRead(app.pool, dealer, "force_custom_plan", async (db) =>
    (await open(db, { search: { words: ["kim"] } })).read(firstPage("sent_at")),
  );
  for (const { statement, rows } of reads) expect(rows, statement).toBeLessThan(25_000);
});

/** Whom a search finds, by hand. */
async function recount(where: string) {
  const { rows } = await app.pool.query<{ id: number }>(
    `select l.message_id::float8 as id from logged_texts l
       join messages m on m.dealer_id = l.dealer_id and m.id = l.message_id
       join customers p on p.dealer_id = m.dealer_id and p.id = m.chat_id
     where l.dealer_id = $1 and l.location_id = $2 and ${where} order by l.sent_at desc, l.message_id desc`,
    [dealer.dealer_id, dealer.location_id],
  );
  return rows.map(({ id }) => id);
}

test.each([
  ["many people, who are found among the newest texts", { words: ["zora"] }, "search_text like '%zora%'"],
  ["many people by their phones", { digits: "20000050" }, "p.phone like '%20000050%'"],
  ["so many that they aren't listed", { words: ["no", "1"] }, "search_text like all ('{%no%,%1%}')"],
  ["two letters", { words: ["ra"] }, "search_text like '%ra%'"],
  ["everybody", { words: ["o"] }, "search_text like '%o%'"],
] as const)("%s: the pages are what a recount finds", async (_, search, where) =>
  expectRecountedLog(app, dealer, "sent_at", (db) => open(db, { search }), await recount(where)),
);

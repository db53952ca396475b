import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#core/server/unitOfWork.ts";
import { storeInBulk, storePeople } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { knownCustomers, lockImported, lockKnownCustomers, shareLockLive, suppressedPhones } from "./customerStore.ts";

const people = 20_000;

let app: TestApp;
let dealer: Dealership;

/** Postgres has counted another business's customers, and doesn't know those of a new one, which an import adds in one transaction. */
beforeAll(async () => {
  app = await startTestApp();
  const other = await app.dealership();
  await storeInBulk(app.pool, ["customers"], (client) => storePeople(client, other, 2_000));
  dealer = await app.dealership();
  await storeInBulk(app.pool, ["dealers"], (client) => storePeople(client, dealer, people));
});
afterAll(() => app.close());

const ids = Array.from({ length: 100 }, (_, place) => 2 * (place + 1));
const phones = ids.map((id) => `+1${2_000_000_000 + id}`);

const works: [string, (db: Db) => Promise<unknown>][] = [
  ["who is known", (db) => knownCustomers(db, dealer, phones)],
  ["whose values change", (db) => lockKnownCustomers(db, dealer, ids)],
  ["who joins the list", (db) => shareLockLive(db, dealer, ids)],
  ["who opted out", (db) => suppressedPhones(db, dealer.dealer_id, phones)],
  ["whom an undone import deletes", (db) => lockImported(db, dealer, ids, 1)],
];

test.each(works)("a new business's import finds %s without reading all that it added", async (_, work) => {
  for (const { statement, rows } of await rowsRead(app.pool, dealer, "force_custom_plan", work)) {
    expect(rows, statement).toBeLessThan(1_000);
  }
});

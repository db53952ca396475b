import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditRecords } from "#core/server/personRecords.ts";
import { domains } from "#server/domains.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { type CatalogTable, readCatalog } from "./catalog.ts";

/** Columns that name a person, belong to one, or hold what people write. */
const personal =
  /^(.*_)?(customer_id|kept_id|merged_id|chat_id|message_id|phone|email|number|dialed|names?|message|body|text|html|notes?|words|evidence|description|why|how|payload|cells|samples|moved|cancelled|detail|subject|from|to)$/;

/** Tables of no domain that look personal, each with the reason why an erasure leaves them. */
const exemptCoreTables: Record<string, string> = {
  ticks: "the names of the app's own timers",
  simulated_calls: "the simulator stands for the customers' own phones; without a carrier there are no real people",
  simulated_call_tellings: "the simulator stands for the customers' own phones",
  simulated_carrier: "how the simulator works",
  simulated_events: "the simulator stands for a team member's own calendar",
  simulated_faults: "the simulator stands for the customers' own phones",
  simulated_mails: "the simulator stands for the mailboxes of staff",
  simulated_messages: "the simulator stands for the customers' own phones",
  simulated_numbers: "the business's own numbers",
  simulated_queues: "the business's own numbers",
  simulated_registrations: "what the business says about itself to carriers",
  simulated_reviews: "the simulator stands for the site's own reviewers",
  simulated_tellings: "the simulator stands for the customers' own phones",
  socket_io_attachments: "what goes to browsers, kept for seconds",
};

/** Tables of domains that look personal by a column's name alone, each with the reason. */
const exemptTables: Record<string, string> = {
  industries: "the platform's own list",
  features: "the platform's own list",
  chat_counts: "how many conversations each member has",
};

let database: FreshDatabase;
let db: pg.Client;
let tables: CatalogTable[];

beforeAll(async () => {
  database = await freshDatabase();
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  tables = await readCatalog(db);
});

afterAll(async () => {
  await db?.end();
  await database?.drop();
});

const exempt = () => ({
  ...exemptCoreTables,
  ...exemptTables,
  ...Object.assign({}, ...domains.map(({ person }) => person?.exempt ?? {})),
});

test("every table with something about people is in its domain's person records, or exempt with a reason", () => {
  const listed = new Set<string>([
    ...domains.flatMap(({ person }) => person?.tables.map(({ table }) => table) ?? []),
    ...auditRecords.tables.map(({ table }) => table),
    ...Object.keys(exempt()),
  ]);
  const forgotten = tables.flatMap(({ name, columns }) => {
    const found = columns.filter((column) => personal.test(column));
    return found.length === 0 || listed.has(name) || name.startsWith("kysely_") ? [] : [`${name}: ${found.join(", ")}`];
  });
  expect(forgotten).toEqual([]);
});

test("a domain's person records name its own tables and their columns", () => {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  const wrong = domains.flatMap(({ name, tables: own, person }) => [
    ...(person?.tables ?? []).flatMap(({ table, mentions = [], file }) => [
      ...(own.includes(table) ? [] : [`${name} lists ${table}, which is not its own`]),
      ...[...mentions, ...(file ? [file] : [])]
        .filter((column) => !columnsOf.get(table)?.includes(column))
        .map((column) => `${table} has no ${column}`),
    ]),
    ...Object.keys(person?.exempt ?? {})
      .filter((table) => !own.includes(table))
      .map((table) => `${name} exempts ${table}, which is not its own`),
  ]);
  expect(wrong).toEqual([]);
  expect(Object.keys(exempt()).filter((table) => !columnsOf.has(table))).toEqual([]);
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { domains } from "#server/domains.ts";
import { parseSource, readSources, root } from "./sources.ts";
import { tablesUsed } from "./sqlTables.ts";
import { ownedTables, tableViolations, upwardReads } from "./tables.ts";

const sources = await readSources();

test("domains write their own tables only, list which others they read, and read none of a domain above them", () => {
  expect(tableViolations(sources, domains)).toEqual([]);
});

test("every table has one owner", async () => {
  const types = await readFile(join(root, "database/types.ts"), "utf8");
  const tables = [...types.slice(types.indexOf("export interface DB {")).matchAll(/^ {2}(\w+): /gm)].map(
    ([, name]) => name,
  );
  const owned = Object.values(ownedTables).flat();
  expect(new Set(owned).size).toBe(owned.length);
  expect(tables.filter((name) => name && !owned.includes(name))).toEqual([]);
});

const tables = new Set(["customers", "chats", "customers_matching", "list_members"]);
const usedIn = (text: string) => {
  const { reads, writes } = tablesUsed(parseSource("domains/lists/server/store.ts", text), (name) => tables.has(name));
  return { reads: [...reads].sort(), writes: [...writes].sort() };
};

test.each([
  ['db.selectFrom("customers as c").select("c.id")'],
  ['db.selectFrom(["other", "customers"])'],
  ['db.selectFrom("x").innerJoin("customers as c", (join) => join)'],
  ['({ selectFrom }) => exists(selectFrom("customers"))'],
  ['db.updateTable("x").from("customers")'],
  ["sql`select 1 from customers where id = 1`"],
  ["sql<Row>`select 1 from other join lateral customers on true`"],
  ["sql`select 1 from other as o, customers c`"],
  ["sql`customers where true`"],
  ["const query = sql`customers`"],
  ['function rows(db: Db, table: "customers" | "x") { return db.selectFrom(table); }'],
  [`const rows = (table: string) => sql\`select * from \${sql.table(table)}\`; rows({ table: "customers" })`],
])("reads a table in %s", (text) => {
  expect(usedIn(text)).toEqual({ reads: ["customers"], writes: [] });
});

test("reads the function that reads a table", () => {
  expect(usedIn("sql`select id from customers_matching(array[]) as found`").reads).toEqual(["customers_matching"]);
});

test.each([
  ['db.updateTable("customers").set({ a: 1 })'],
  ['db.insertInto("customers").values(row)'],
  ["sql`update customers set name = ''`"],
  ["sql`insert into customers (id) values (1)`"],
  ['compactChanges(db, { table: "customers", keyColumns: [] })'],
  [`function take(marks: "customers") { return sql\`delete from \${sql.table(marks)}\`; }`],
])("writes a table in %s", (text) => {
  expect(usedIn(text).writes).toEqual(["customers"]);
});

test.each([
  ["sql`select extract(epoch from chats.waiting_since)`"],
  ["sql`select a is distinct from chats.b`"],
  ['audit({ subject: "customers" })'],
  ['const kind: "customers" = "customers"'],
  ["/* update customers */ const text = `from customers`"],
])("finds no table in %s", (text) => {
  expect(usedIn(text)).toEqual({ reads: [], writes: [] });
});

const store = (domain: string, text: string) => parseSource(`domains/${domain}/server/store.ts`, text);
const listed = (name: string, ...reads: string[]) => ({ name, reads });
/** The reads that may climb, so that only what a test adds is reported. */
const allowed = Object.entries(upwardReads).flatMap(([domain, tables]) =>
  Object.keys(tables).map((table) => store(domain, `db.selectFrom("${table}")`)),
);
const upward = [
  ...allowed,
  store("appointments", 'import { lockChat } from "#domains/inbox/server/public.ts";'),
  store("inbox", 'import { customerById } from "#domains/customers/server/public.ts";'),
  store("leads", 'import { customerById } from "#domains/customers/server/public.ts";'),
  store("customers", 'import { listById } from "#domains/lists/server/public.ts";'),
  store("reputation", 'import { locationById } from "#domains/locations/server/public.ts";'),
  store("textRegistration", 'import { textSender } from "#domains/locations/server/public.ts";'),
];

test("reports a foreign write, also by a slice of the domain", () => {
  const text = 'db.updateTable("locations")';
  const slice = parseSource("domains/accounts/settings/server/store.ts", text);
  expect(tableViolations([...upward, slice, store("locations", text)], [])).toEqual([
    "domains/accounts/settings/server/store.ts writes locations: only locations does, so ask a function of its public.ts.",
  ]);
});

test("reports a read that the manifest does not list, and a listed one that is not made", () => {
  const sources = [...upward, store("tasks", 'db.selectFrom("users")')];
  expect(tableViolations(sources, [listed("tasks", "chats")])).toEqual([
    "tasks reads users of accounts: list it in the manifest's reads.",
    "tasks lists chats and does not read it.",
  ]);
  expect(tableViolations([...upward, store("admin", 'db.selectFrom("users")')], [listed("admin")])).toEqual([]);
});

test("reports a read of a domain that imports the reader, or reads it", () => {
  const readingStore = store("tags", 'db.selectFrom("chats")');
  const importing = store("inbox", 'import { allTags } from "#domains/tags/server/public.ts";');
  const text = "tags reads chats, but its owner inbox depends on tags: let the owner answer.";
  expect(tableViolations([...upward, readingStore], [])).toEqual([]);
  expect(tableViolations([...upward, readingStore, importing], [])).toEqual([text]);
  const readingBack = parseSource("domains/inbox/tags/server/store.ts", 'db.selectFrom("tags")');
  expect(tableViolations([...upward, readingStore, readingBack], [])).toEqual([
    text,
    "inbox reads tags, but its owner tags depends on inbox: let the owner answer.",
  ]);
});

test("reports a permission to read upwards that nothing needs", () => {
  expect(tableViolations(upward.slice(1), [])).toEqual(['"customers chats" is no upward read any more.']);
});

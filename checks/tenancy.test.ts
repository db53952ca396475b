import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJobs } from "#ports/jobs/pgboss.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { readCatalog } from "./catalog.ts";
import {
  platformTablesWithDealer,
  readableAtEveryLocation,
  readableByEveryDealer,
  readableByOwnDealer,
  tenancyViolations,
} from "./tenancyRules.ts";

let database: FreshDatabase;
let db: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
});

afterAll(async () => {
  await db?.end();
  await database?.drop();
});

test("every table isolates dealers by its own policies and keys", async () => {
  const tables = await readCatalog(db);
  expect(tables.length).toBeGreaterThan(15);
  expect(tenancyViolations(tables)).toEqual([]);
});

test("every exempted table exists", async () => {
  const names = (await readCatalog(db)).map(({ name }) => name);
  for (const exempted of [
    platformTablesWithDealer,
    readableByOwnDealer,
    readableByEveryDealer,
    readableAtEveryLocation,
  ]) {
    expect(names).toEqual(expect.arrayContaining(Object.keys(exempted)));
  }
});

test.each([
  ["create table bad (dealer_id bigint, id bigint, primary key (dealer_id, id))", "no forced row-level security"],
  ["create table bad (id bigint primary key)", "is not stamped"],
  [
    "create table bad (dealer_id bigint, id bigint primary key); select tenant_table('bad')",
    "bad_pkey (id) is unique over all dealers",
  ],
  [
    "create table bad (id bigint, dealer_id bigint, primary key (id, dealer_id)); select tenant_table('bad')",
    "doesn't start with dealer_id",
  ],
  [
    `create table bad (dealer_id bigint, phone text, primary key (dealer_id, phone)); select tenant_table('bad');
     create unique index bad_phone on bad (phone)`,
    "bad_phone (phone) is unique over all dealers",
  ],
  [
    `create table bad (dealer_id bigint, id bigint, primary key (dealer_id, id), other bigint,
       foreign key (other, id) references customers (dealer_id, id)); select tenant_table('bad')`,
    "accepts another dealer's row of customers",
  ],
  [
    "create table bad (dealer_id bigint, location_id bigint, primary key (dealer_id)); select tenant_table('bad')",
    "no restrictive location policy",
  ],
  [
    `create table bad (dealer_id bigint primary key); select tenant_table('bad');
     create policy more on bad to rooftop_app using (true)`,
    "opens it further",
  ],
  [
    `create table bad (dealer_id bigint primary key); select tenant_table('bad');
     alter policy dealer on bad with check (true)`,
    "WITH CHECK",
  ],
  [
    `create table bad (id bigint primary key); select platform_table('bad');
     create policy everyone on bad for select to rooftop_app using (true)`,
    "opens itself to a dealer's scope",
  ],
  ["create table bad (id bigint primary key); select reference_table('bad')", "opens itself to a dealer's scope"],
])("%s is found", async (statements, violation) => {
  await db.query("begin");
  await db.query(statements);
  const violations = tenancyViolations(await readCatalog(db));
  await db.query("rollback");
  expect(violations).toEqual(expect.arrayContaining([expect.stringContaining(violation)]));
});

test("without a scope, a dealer's role reads no row of any table", async () => {
  const tables = await readCatalog(db);
  await db.query(
    "begin; insert into dealers (id, business_name) values (71, 'A'); insert into tags (tag, slug) values ('A', 'a'); set local role rooftop_app",
  );
  for (const { name } of tables) {
    await db.query("savepoint before");
    const read = await db.query(`select from ${name}`).catch((error: pg.DatabaseError) => {
      expect(error.code, `${name}: ${error.message}`).toBe("42501");
      return { rowCount: 0 };
    });
    expect(read.rowCount, `${name} shows rows to nobody`).toBe(0);
    await db.query("rollback to before");
  }
  await db.query("rollback");
});

test("the application's roles have no privileges beyond their grants", async () => {
  const roles = await db.query(
    `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles
     where rolname in ('rooftop_app', 'rooftop_platform') order by 1`,
  );
  const plain = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
  expect(roles.rows).toEqual([
    { rolname: "rooftop_app", ...plain },
    { rolname: "rooftop_platform", ...plain },
  ]);
  const more = "select from pg_auth_members where member in ('rooftop_app'::regrole, 'rooftop_platform'::regrole)";
  expect((await db.query(more)).rowCount).toBe(0);
});

/** The queue's tables have no dealer; a job is added in the scope of the row it concerns. */
test("a dealer's role can add jobs but not read or change them", async () => {
  const jobs = createJobs({ url: database.url, log: pino({ level: "silent" }) });
  await jobs.start({ worker: false });
  await jobs.stop();
  const { rows } = await db.query<{ name: string; may: string[] }>(
    `select c.relname as name, array(select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate']) p
       where has_table_privilege('rooftop_app', c.oid, p)) as may
     from pg_class c where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p')
     order by c.relname desc`,
  );
  expect(rows.filter(({ may }) => may.length > 0)).toEqual([
    { name: "queue", may: ["select"] },
    { name: "job_common", may: ["insert"] },
  ]);
  const data = "select has_column_privilege('rooftop_app', 'pgboss.job_common', 'data', 'select') as may";
  expect((await db.query(data)).rows).toEqual([{ may: false }]);
});

import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { appLogin } from "./appLogin.ts";

let database: FreshDatabase;
let owner: pg.Client;
let app: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.url });
  app = new pg.Client({ connectionString: database.appUrl });
  await Promise.all([owner.connect(), app.connect()]);
});
afterAll(async () => {
  await Promise.all([owner?.end(), app?.end()]);
  await database.drop();
});

/** What Postgres answers to a statement that it refuses. */
async function refusal(statement: string): Promise<string> {
  await app.query("begin");
  const error = await app.query(statement).then(
    () => undefined,
    (thrown: pg.DatabaseError) => thrown,
  );
  await app.query("rollback");
  return error ? `${error.code} ${error.message}` : "allowed";
}

const insufficientPrivilege = /^42501 /;

test("it has none of a superuser's rights", async () => {
  const rights = "rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolcanlogin";
  const { rows } = await app.query(`select ${rights} from pg_roles where rolname = current_user`);
  const none = {
    rolsuper: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    rolbypassrls: false,
  };
  expect(rows).toEqual([{ ...none, rolcanlogin: true }]);
});

test("it owns nothing in the whole database", async () => {
  const { rows } = await owner.query(
    `select c.relname as name from pg_class c where c.relowner = $1::regrole
     union all select n.nspname from pg_namespace n where n.nspowner = $1::regrole
     union all select p.proname from pg_proc p where p.proowner = $1::regrole
     union all select d.datname from pg_database d where d.datdba = $1::regrole`,
    [appLogin],
  );
  expect(rows).toEqual([]);
});

test("it may become the two roles of the application, which own nothing and are members of none", async () => {
  const { rows } = await owner.query(
    `with recursive reachable as (
       select roleid, inherit_option from pg_auth_members where member = $1::regrole
       union select m.roleid, m.inherit_option from pg_auth_members m join reachable r on m.member = r.roleid)
     select roleid::regrole::text as role, inherit_option as inherits,
       exists (select from pg_class where relowner = roleid) as owns from reachable order by 1`,
    [appLogin],
  );
  expect(rows).toEqual([
    { role: "rooftop_app", inherits: false, owns: false },
    { role: "rooftop_platform", inherits: true, owns: false },
  ]);
});

test.each([
  "create role intruder",
  "create table mine (id int)",
  "create function mine() returns int language sql as 'select 1'",
  "alter role rooftop_login superuser",
  "alter role rooftop_app bypassrls",
  "set role pg_read_all_data",
  "alter table customers disable row level security",
  "drop table customers",
  "truncate customers",
  "drop policy dealer on customers",
  "set session_replication_role = replica",
  "update audit_log set action = 'nothing'",
  "copy customers to program 'cat'",
  "select pg_read_file('/etc/passwd')",
  "drop table pgboss.job_common",
  "create table pgboss.mine (id int)",
])("it may not: %s", async (statement) => {
  expect(await refusal(statement)).toMatch(insufficientPrivilege);
});

test("of what is only ever added it deletes nothing but the sample dealership's", async () => {
  await owner.query("insert into dealers (id, business_name, is_sample) values (7, 'Real', 0), (8, 'Sample', 1)");
  await owner.query("insert into audit_log (dealer_id, action, subject) values (7, 'x', 'y'), (8, 'x', 'y')");
  await app.query("begin; delete from audit_log");
  const left = await app.query("select dealer_id::int from audit_log");
  await app.query("rollback");
  expect(left.rows).toEqual([{ dealer_id: 7 }]);
});

test("row-level security binds it: as a dealer it sees that dealer's rows, and every row only as the platform", async () => {
  await app.query("begin");
  const ids = (await app.query("insert into dealers (business_name) values ('One'), ('Two') returning id")).rows;
  for (const { id } of ids) {
    await app.query("insert into locations (dealer_id, title) values ($1, 'Main')", [id]);
  }
  const seen = async () =>
    Number((await app.query("select count(*) from locations where title = 'Main'")).rows[0].count);
  expect(await seen()).toBe(2);
  await app.query("set local row_security = off; set local role rooftop_app");
  await app.query("savepoint before");
  await expect(seen()).rejects.toMatchObject({ code: "42501" });
  await app.query(`rollback to before; set local row_security = on; set local app.dealer_id = '${ids[0].id}'`);
  expect(await seen()).toBe(1);
  await app.query("set local app.dealer_id = ''");
  expect(await seen()).toBe(0);
  await app.query("rollback");
});

test("it may do the queue's work", async () => {
  const { rows } = await owner.query(
    `select c.relname as name from pg_class c where c.relnamespace = 'pgboss'::regnamespace and c.relkind in ('r', 'p')
       and not (select bool_and(has_table_privilege($1, c.oid, right_name))
         from unnest(array['select', 'insert', 'update', 'delete']) right_name)`,
    [appLogin],
  );
  expect(rows).toEqual([]);
});

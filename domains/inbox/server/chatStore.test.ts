import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DB } from "#database/types.ts";
import { countChats } from "#domains/inbox/list/server/chatCounts.ts";
import { type ChatBatch, chatBatches } from "#domains/inbox/list/server/chatListStore.ts";
import { countByTag } from "#domains/inbox/list/server/tags.ts";
import { storeInBulk } from "#testing/bulkRows.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let dealer: Dealership;

/** Enough that a full scan costs more than the index; nine in ten are another dealer's. */
const customerCount = 40_000;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const other = await app.dealership();
  const ids = [dealer.dealer_id, dealer.location_id, other.dealer_id, other.location_id];
  await storeInBulk(app.pool, ["customers", "chats", "tags", "chat_tags", "suppressions"], async (client) => {
    await client.query(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone)
       select case n % 10 when 0 then $1::bigint else $3 end, case n % 10 when 0 then $2::bigint else $4 end,
         'Customer', 'Nr ' || n, '+1' || (2000000000 + n)
       from generate_series(1, $5::int) n`,
      [...ids, customerCount],
    );
    await client.query(
      `insert into chats (dealer_id, location_id, customer_id, chat_time, new_message_count, is_replied, waiting_since, assigned_to)
       select dealer_id, location_id, id, now() - id * interval '1 second', (id % 100 = 0)::int, (id % 50 <> 0)::int,
         case when id % 50 = 0 then now() - id * interval '1 second' end,
         case when id % 20 = 0 then (select min(id) from users where users.dealer_id = customers.dealer_id) end
       from customers`,
    );
    await client.query("insert into tags (tag, slug) values ('Rare', 'rare'), ('Common', 'common')");
    await client.query(
      `insert into chat_tags (dealer_id, location_id, chat_id, tag_id, user_id, created_at)
       select c.dealer_id, c.location_id, c.id, t.id, (select min(id) from users where dealer_id = c.dealer_id), now()
       from chats c join tags t on c.id % (case t.slug when 'rare' then 500 else 3 end) = 0`,
    );
  });
});
afterAll(() => app.close());

/** The tables a plan reads with a sequential scan. */
function sequentialScans(plan: QueryPlan): string[] {
  const name = plan["Relation Name"];
  const own = plan["Node Type"] === "Seq Scan" && name ? [name] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(sequentialScans)];
}

interface QueryPlan {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: QueryPlan[];
}

/** The plans of the statements that `work` runs, in the first location's scope. */
async function plansOf(work: (db: Kysely<DB>, scope: never) => Promise<unknown>): Promise<QueryPlan[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: app.pool }),
    log: ({ query }) => void statements.push(query),
  });
  return db.connection().execute(async (one) => {
    const opening = `begin; set local role rooftop_app; set local app.dealer_id = '${dealer.dealer_id}'; set local app.location_id = '${dealer.location_id}'`;
    await sql.raw(opening).execute(one);
    const before = statements.length;
    const { dealer_id, location_id } = dealer;
    await work(one, { dealer_id, location_id } as never);
    const plans: QueryPlan[] = [];
    for (const { sql: text, parameters } of statements.slice(before)) {
      const values = parameters.map((value) => sql`${value}`);
      const fragments = text.split(/\$\d+/);
      const order = [...text.matchAll(/\$(\d+)/g)].map(([, at]) => values[Number(at) - 1]);
      const query = sql.join(
        fragments.flatMap((fragment, at) => [sql.raw(fragment), order[at] ?? sql.raw("")]),
        sql.raw(""),
      );
      const { rows } = await sql<{ "QUERY PLAN": { Plan: QueryPlan }[] }>`explain (format json) ${query}`.execute(one);
      plans.push(...rows.flatMap((row) => row["QUERY PLAN"].map(({ Plan }) => Plan)));
    }
    await sql.raw("rollback").execute(one);
    return plans;
  });
}

const largeTables = ["chats", "customers", "chat_tags"];
const fullScans = (plans: QueryPlan[]) => plans.flatMap(sequentialScans).filter((name) => largeTables.includes(name));

const cursor = { is_pinned: 0, chat_time: Date.now() - 3_600_000, id: 5_000 };
const kinds: [string, ChatBatch["type"]][] = [
  ...(["all", "unread", "unreplied", "unassigned", "snoozed"] as const).map((type): [string, ChatBatch["type"]] => [
    type,
    type,
  ]),
  ["a rare tag", { tag_id: 1 }],
  ["a common tag", { tag_id: 2 }],
];

test.each(kinds)("the list of %s scans no large table", async (_, type) => {
  for (const after of [undefined, cursor]) {
    const batches = ([0, 1] as const).map((is_closed) => ({ type, is_closed, after, isByWaiting: false, offset: 0 }));
    const plans = await plansOf((db, scope) => chatBatches(db, scope, batches));
    expect(plans).toHaveLength(1);
    expect(fullScans(plans)).toEqual([]);
  }
});

test("those that wait the longest are read in order from their own index", async () => {
  for (const after of [undefined, { waiting_since: Date.now() - 3_600_000, id: 5_000 }]) {
    const batch = { type: "all", is_closed: 0, after, isByWaiting: true, offset: 0 } as const;
    const plans = await plansOf((db, scope) => chatBatches(db, scope, [batch]));
    expect(fullScans(plans)).toEqual([]);
    expect(JSON.stringify(plans)).toContain('"chats_longest_waiting"');
  }
});

test("a member's list is read in order from its own index", async () => {
  const { rows } = await app.pool.query("select min(id) as id from users where dealer_id = $1", [dealer.dealer_id]);
  for (const after of [undefined, cursor]) {
    const batch = {
      type: { member_id: Number(rows[0].id) },
      is_closed: 0,
      after,
      isByWaiting: false,
      offset: 0,
    } as const;
    const plans = await plansOf((db, scope) => chatBatches(db, scope, [batch]));
    expect(fullScans(plans)).toEqual([]);
    expect(JSON.stringify(plans)).toContain('"chats_of_member"');
    expect(JSON.stringify(plans)).not.toContain("chats.is_pinned DESC");
  }
});

test("tags are counted without scanning a large table", async () => {
  const { rows } = await app.pool.query("select id from customers where location_id = $1 limit 5", [
    dealer.location_id,
  ]);
  await app.pool.query("update customers set deleted_at = now(), phone = $2 || id where id = any($1)", [
    rows.map(({ id }) => id),
    freshPhone(),
  ]);
  await app.pool.query("vacuum analyze customers");
  const plans = await plansOf((db, scope) => countByTag(db, scope));
  expect(plans).toHaveLength(1);
  expect(fullScans(plans)).toEqual([]);
});

test("counts are read without touching chats", async () => {
  const plans = await plansOf((db, scope) => countChats(db, scope, 1));
  expect(plans).toHaveLength(1);
  expect(JSON.stringify(plans)).toContain('"chat_counts"');
  expect(JSON.stringify(plans)).not.toMatch(/"(chats|customers)"/);
});

test("a scan would be detected", async () => {
  const plans = await plansOf((db) => db.selectFrom("chats").where("new_message", "=", "x").select("id").execute());
  expect(fullScans(plans).length + plans.flatMap(bitmaps).length).toBeGreaterThan(0);
});

const bitmaps = (plan: QueryPlan): string[] => [
  ...(plan["Node Type"].startsWith("Bitmap") ? ["bitmap"] : []),
  ...(plan.Plans ?? []).flatMap(bitmaps),
];

import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import { copyDatabase, databaseUrl, dropDatabase } from "#testing/database.ts";

/* Messages of campaigns that are on their way while their intents become rows. */

const { url, prefix } = inject("testCluster");
const name = `${prefix}batches_${process.pid}`;
const admin = new pg.Client({ connectionString: url });
const db = new pg.Client({ connectionString: databaseUrl(url, name) });

const rowsOf = async (text: string) => (await db.query({ text, rowMode: "array" })).rows;

beforeAll(async () => {
  await admin.connect();
  await copyDatabase(admin, name);
  await migrate(databaseUrl(url, name), "0117_changes_announced");
  await db.connect();
  // The rows alone count: neither their campaign nor their people exist.
  await db.query(`insert into dealers (id, business_name) values (1, 'One'); set session_replication_role = replica;
    insert into campaign_recipients (dealer_id, campaign_id, n, location_id, customer_id, channel, address, zones, states,
        due_at, state, attempt, attempted_at, lease_until, body_hash, created_at)
      select 1, campaign_id, n, 1, n, channel, n::text, '', '', now(), state, attempt, attempted_at, lease_until, 'h' || n, now()
      from (values
        (1, 1, 'sms', 'pending', 0, null::timestamptz, null::timestamptz),
        (1, 2, 'sms', 'pending', 1, null, null),
        (1, 3, 'sms', 'intended', 1, '2026-11-24 17:00Z', '2026-11-24 17:01Z'),
        (2, 4, 'email', 'intended', 1, '2026-11-24 17:00Z', '2026-11-24 17:05Z'),
        (2, 5, 'email', 'intended', 3, null, '2026-11-24 17:05Z'),
        (2, 6, 'email', 'accepted', 1, '2026-11-24 17:00Z', null)
      ) as v (campaign_id, n, channel, state, attempt, attempted_at, lease_until);
    insert into campaign_intents (dealer_id, id, campaign_id, from_number, attempted_at, lease_until, ns, attempts, segments, hashes)
      values (1, 7, 1, '+15185550100', '2026-11-24 17:00Z', '2026-11-24 17:01Z', '{1,2}', '{1,2}', '{1,3}', '{a,b}')`);
  await migrate(databaseUrl(url, name));
});
afterAll(async () => {
  await db.end();
  await dropDatabase(admin, name);
  await admin.end();
});

test("each of them is in a batch, and waits in its row", async () => {
  const text = `select b.channel, b.from_number, b.attempted_at is not null, i.n, i.attempt, i.body_hash, i.segments
    from campaign_intents i join campaign_batches b on b.id = i.batch_id order by i.n`;
  expect(await rowsOf(text)).toEqual([
    ["sms", "+15185550100", true, 1, 1, "a", 1],
    ["sms", "+15185550100", true, 2, 2, "b", 3],
    ["email", "", true, 4, 1, "h4", 0],
    ["email", "", false, 5, 3, "h5", 0],
  ]);
  expect(await rowsOf("select n, state, attempt from campaign_recipients order by n")).toEqual([
    [1, "pending", 0],
    [2, "pending", 1],
    [3, "intended", 1],
    [4, "pending", 0],
    [5, "pending", 2],
    [6, "accepted", 1],
  ]);
});

test("new batches get ids of their own", async () => {
  const added = `insert into campaign_batches (dealer_id, channel, from_number, lease_until) values (1, 'sms', '', now())
    returning id > (select max(id) from campaign_batches)`;
  expect(await rowsOf(added)).toEqual([[true]]);
});

test("an older process can't take an email any more", async () => {
  const taken = "update campaign_recipients set state = 'intended' where n = 5";
  await expect(db.query(taken)).rejects.toThrow("campaign_recipients_mails_in_batches");
  await expect(db.query("insert into campaign_intents (dealer_id, ns) values (1, '{5}')")).rejects.toThrow("ns");
});

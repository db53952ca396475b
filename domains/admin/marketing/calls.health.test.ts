import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { marketingRules } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());

interface SentMessages {
  readonly channel: "sms" | "email";
  readonly count: number;
  /** What became of the first of them, as a column and its value in SQL. */
  readonly bad?: readonly [count: number, change: string];
  readonly daysAgo?: number;
}

/** A client that sent these messages. */
async function client(campaigns: readonly SentMessages[]) {
  const dealer = await app.dealership();
  const { dealer_id, location_id } = dealer;
  for (const { channel, count, bad, daysAgo = 1 } of campaigns) {
    const handed_at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000);
    const { rows } = await app.pool.query(
      `insert into campaigns (dealer_id, location_id, channel, title, body, state, sent_at, created_by, created_at)
       select $1, $2, $3, 'Sale', '', 'sent', $4, min(id), $4 from users where dealer_id = $1 returning id`,
      [dealer_id, location_id, channel, handed_at],
    );
    const id = rows[0]?.id;
    await app.pool.query(
      `with people as (insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
         select $1, $2, 'Ann', 'No ' || n, '', '+1518' || (2000000 + 1000 * $3::bigint + n) from generate_series(1, $4::int) n returning id)
       insert into campaign_recipients (dealer_id, campaign_id, n, location_id, customer_id, channel, address, zones, states,
         due_at, state, reason, created_at, handed_at)
       select $1, $3, row_number() over (order by id), $2, id, $6, 'a' || id, '', '', $5, 'delivered', '', $5, $5 from people`,
      [dealer_id, location_id, id, count, handed_at, channel],
    );
    if (bad)
      await app.pool.query(`update campaign_recipients set ${bad[1]} where campaign_id = $1 and n <= $2`, [id, bad[0]]);
  }
  return dealer_id;
}

test("the operator sees how each client's campaigns did in the last seven days, the worst first", async () => {
  const good = await client([{ channel: "sms", count: 300 }]);
  const watched = await client([{ channel: "sms", count: 100, bad: [2, "error_code = '30007', state = 'failed'"] }]);
  const bad = await client([
    { channel: "email", count: 200, bad: [2, "complained_at = now()"] },
    { channel: "sms", count: 10, bad: [10, "unsubscribed_at = now()"] },
    { channel: "email", count: 50, daysAgo: 8, bad: [50, "bounce = 'hard'"] },
  ]);
  await client([{ channel: "sms", count: 5, daysAgo: 8 }]);
  const operator = await app.signIn((await app.operator()).email);
  const { data } = await operator(marketingRules.health);
  const none = {
    texts: 0,
    opted_out: 0,
    filtered: 0,
    emails: 0,
    complained: 0,
    bounced: 0,
    refused: 0,
    refusal: "",
    oldest_due: null,
  };
  expect(data).toEqual([
    {
      ...none,
      dealer_id: bad,
      client: expect.any(String),
      emails: 200,
      complained: 2,
      texts: 10,
      opted_out: 10,
      level: "critical",
    },
    { ...none, dealer_id: watched, client: expect.any(String), texts: 100, filtered: 2, level: "warning" },
    { ...none, dealer_id: good, client: expect.any(String), texts: 300, level: "ok" },
  ]);
});

test("what could have been sent and wasn't is named by when that was", async () => {
  const dealer_id = await client([{ channel: "sms", count: 3, bad: [2, "state = 'pending', handed_at = null"] }]);
  await app.pool.query("update campaigns set state = 'sending' where dealer_id = $1", [dealer_id]);
  const operator = await app.signIn((await app.operator()).email);
  const row = (await operator(marketingRules.health)).data.find((found) => found.dealer_id === dealer_id);
  const aDayAgo = new Date(app.clock.now().getTime() - 86_400_000).toISOString();
  expect(row).toMatchObject({ texts: 1, level: "warning", oldest_due: aDayAgo });
});

test("a single refusal for what is held against us shows, with the server's words", async () => {
  const words = "550 5.7.26 SPF and DKIM both do not pass";
  const change = `bounce = 'policy', state = 'failed', error = '${words}', reported_at = now()`;
  const dealer_id = await client([{ channel: "email", count: 5, bad: [1, change] }]);
  const operator = await app.signIn((await app.operator()).email);
  const row = (await operator(marketingRules.health)).data.find((found) => found.dealer_id === dealer_id);
  expect(row).toMatchObject({ emails: 5, bounced: 0, refused: 1, refusal: words, level: "warning" });
});

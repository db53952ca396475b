import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#core/server/unitOfWork.ts";
import { storeInBulk, storePeople } from "#testing/bulkRows.ts";
import type { Dealership } from "#testing/dealership.ts";
import { isDeep } from "#testing/deep.ts";
import { rowsRead } from "#testing/rowsRead.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customersByIds, readFacts } from "../../audience/server/public.ts";
import { waitingOfBatch, writeUnanswered } from "./batchStore.ts";
import { lockMissingOf, stampReplies } from "./conversations.ts";
import { recentMails } from "./emailChannel.ts";
import { dueRecipients, hasOpenRows, knownAddresses, preparedUpTo, saveResults } from "./ledgerStore.ts";
import { stampAppointments, stampUnsubscribed } from "./outcomes.ts";
import { sidsOfPhone } from "./settle.ts";
import { recentResults } from "./textChannel.ts";

/** Half of them are at the campaigns' location. */
const people = 40_000;
const sold = 1;
const sending = 2;
const preparing = 3;
/** So many texts have left of the first campaign, while the indexes of what has left are small. */
const firstTexts = 2_000;
/** So many got the first campaign by themselves, before the others were added. */
const firstTry = 100;

const dayMs = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * dayMs);

/** When Postgres counts the rows: it does so by itself, some time after many have changed. */
type Counted =
  | "never"
  | "before the business came"
  | "after a first try"
  | "before anything was sent"
  | "with the first texts"
  | "before the last campaigns"
  | "just now";

/** A campaign that everybody of the location got a week ago, one that half of them have got, and one that is being prepared. */
async function fill(app: TestApp, dealer: Dealership, counted: Counted): Promise<void> {
  if (counted === "before the business came") {
    const other = await app.dealership();
    await storeInBulk(app.pool, ["customers", "campaign_recipients"], async (client) => {
      await storePeople(client, other, 2_000);
      await addPeople(client, other, sold);
      await send(client, other, sold, 1_000, 7);
    });
  }
  await storeInBulk(app.pool, ["campaigns"], async (client) => {
    const count = async (when: Counted) => {
      if (counted === when) await client.query("analyze campaign_recipients");
    };
    await storePeople(client, dealer, people);
    if (counted !== "before the business came") await client.query("analyze customers");
    await addCampaigns(client, dealer);
    await addPeople(client, dealer, sold, { to: firstTry });
    await count("after a first try");
    await addPeople(client, dealer, sold, { after: firstTry });
    await count("before anything was sent");
    await count("with the first texts");
    await send(client, dealer, sold, counted === "with the first texts" ? firstTexts : people / 2, 7);
    await count("before the last campaigns");
    await addPeople(client, dealer, sending);
    if (counted !== "with the first texts") await send(client, dealer, sending, people / 4, 0);
    await addPeople(client, dealer, preparing);
    await count("just now");
  });
}

async function addCampaigns(client: pg.PoolClient, { dealer_id, location_id }: Dealership): Promise<void> {
  await client.query(
    `insert into campaigns (dealer_id, id, location_id, title, body, state, created_by, created_at, sent_at)
     select $1, n, $2, 'Sale', 'Hi', 'sending', 1, now(), now() from generate_series(1, 3) n`,
    [dealer_id, location_id],
  );
  await client.query(
    `insert into campaign_batches (dealer_id, id, channel, from_number, attempted_at, lease_until)
     values ($1, 1, 'sms', '+15185550100', now(), now())`,
    [dealer_id],
  );
  await client.query(
    `insert into campaign_intents (dealer_id, campaign_id, n, attempt, batch_id, body_hash, segments)
     select $1, $2, n, 1, 1, '', 1 from generate_series($3::int, $3::int + 99) n`,
    [dealer_id, sending, people / 4 + 1],
  );
  await client.query("insert into chats (dealer_id, id, location_id, customer_id) values ($1, 1, $2, 2)", [
    dealer_id,
    location_id,
  ]);
}

/** Adds the customers of the first location to a campaign: those with these numbers. */
async function addPeople(
  client: pg.PoolClient,
  { dealer_id, location_id }: Dealership,
  campaign_id: number,
  { after = 0, to = people }: { readonly after?: number; readonly to?: number } = {},
): Promise<void> {
  await client.query(
    `insert into campaign_recipients
       (dealer_id, campaign_id, n, location_id, customer_id, address, zones, states, due_at, state, created_at)
     select dealer_id, $3, id / 2, location_id, id, phone, 'America/New_York', 'NY', now(), 'pending', now()
     from customers where dealer_id = $1 and location_id = $2 and id / 2 > $4 and id / 2 <= $5 order by id`,
    [dealer_id, location_id, campaign_id, after, to],
  );
}

/** Texts leave in rounds, and those of a round at the same moment. */
async function send(
  client: pg.PoolClient,
  { dealer_id }: Dealership,
  campaign_id: number,
  to: number,
  days: number,
): Promise<void> {
  await client.query(
    `update campaign_recipients set state = 'sent', provider_sid = 'SM' || n, attempt = 1,
       handed_at = now() - $4 * interval '1 day' - n / 500 * interval '1 second'
     where dealer_id = $1 and campaign_id = $2 and n <= $3`,
    [dealer_id, campaign_id, to, days],
  );
}

const usual: Counted[] = ["never", "before the business came", "just now"];
const deep: Counted[] = [
  "after a first try",
  "before anything was sent",
  "with the first texts",
  "before the last campaigns",
];
const times = isDeep ? [...usual, ...deep] : usual;

describe.each(times)("a ledger counted %s", (counted) => {
  let app: TestApp;
  let dealer: Dealership;

  beforeAll(async () => {
    app = await startTestApp();
    dealer = await app.dealership();
    await fill(app, dealer, counted);
  });
  afterAll(() => app.close());

  /** Some of whom the campaign hasn't texted. */
  const ids = Array.from({ length: 100 }, (_, place) => people / 2 + 2 * (place + 1));
  const phoneOf = (id: number) => `+1${2_000_000_000 + id}`;
  const hand = { from_number: "+15185550100", attempted_at: new Date(), at: new Date() };
  const taken = {
    attempt: 1,
    state: "accepted",
    sid: "SM1",
    error_code: "",
    error: "",
    bounce: "",
    hash: "",
    segments: 1,
  } as const;

  const works: [string, (db: Db) => Promise<unknown>][] = [
    ["how far one is prepared", (db) => preparedUpTo(db, { ...dealer, campaign_id: preparing })],
    ["whose phone it has", (db) => knownAddresses(db, { ...dealer, campaign_id: preparing }, ids.map(phoneOf))],
    ["the next messages", (db) => dueRecipients(db, { ...dealer, campaign_id: sending }, new Date(), 500)],
    ["which of a batch still wait", (db) => waitingOfBatch(db, dealer.dealer_id, 1)],
    ["a batch whose answers are missing", (db) => writeUnanswered(db, dealer.dealer_id, { batches: [1] })],
    [
      "texts whose answers are missing",
      (db) => {
        const lost = ids.map((id) => ({ dealer_id: dealer.dealer_id, campaign_id: sending, n: id / 2, attempt: 1 }));
        return writeUnanswered(db, dealer.dealer_id, { messages: lost });
      },
    ],
    ["whom they are to", (db) => customersByIds(db, dealer, ids)],
    [
      "what these got before",
      async (db) => {
        const query = { ...dealer, campaign_id: sending, exclude_days: 30, skip_unanswered: true, now: new Date() };
        return readFacts(db, query, await customersByIds(db, dealer, ids));
      },
    ],
    [
      "what the carrier answered",
      (db) => {
        const { dealer_id } = dealer;
        const results = ids.map((id) => ({ ...taken, dealer_id, campaign_id: sending, n: id / 2, sid: `SM${id}` }));
        return saveResults(db, dealer_id, results, hand);
      },
    ],
    ["whether anybody is left", (db) => hasOpenRows(db, { ...dealer, campaign_id: sending })],
    ["how the last texts went", (db) => recentResults(db, { ...dealer, campaign_id: sending })],
    ["how the last emails went", (db) => recentMails(db, { ...dealer, campaign_id: sending })],
    ["which ids of the carrier a phone has", (db) => sidsOfPhone(db, dealer.dealer_id, phoneOf(2), ago(30))],
    ["what a conversation is to show", (db) => lockMissingOf(db, dealer, [{ chat_id: 1, from: phoneOf(2) }], ago(30))],
    ["what a reply is to", (db) => stampReplies(db, dealer, [phoneOf(2)], new Date())],
    ["opt-outs of the day", (db) => stampUnsubscribed(db, dealer.dealer_id, ago(1))],
    ["appointments of the day", (db) => stampAppointments(db, dealer.dealer_id, ago(1))],
  ];

  test.each(works)("%s: found without reading what was sent", async (_, work) => {
    for (const { statement, rows } of await rowsRead(app.pool, dealer, "force_custom_plan", work)) {
      expect(rows, statement).toBeLessThan(1_100);
    }
  });
});

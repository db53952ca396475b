import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import { businessSeconds, defaultHours } from "#domains/locations/hours/rules.ts";
import { copyDatabase, databaseUrl, dropDatabase } from "#testing/database.ts";

const { url, prefix } = inject("testCluster");
const name = `${prefix}waits`;
const admin = new pg.Client({ connectionString: url });
await admin.connect();
await copyDatabase(admin, name);
const pool = new pg.Pool({ connectionString: databaseUrl(url, name) });
afterAll(async () => {
  await pool.end();
  await dropDatabase(admin, name);
  await admin.end();
});

const timeZone = "America/New_York";
const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;

type PastEventKind = "asks" | "is missed" | "talks" | "answers" | "texts by itself" | "confirms";
type PastEvent = readonly [kind: PastEventKind, at: string];

/** The columns of each kind of event. */
const columnsOf: Record<PastEventKind, object> = {
  asks: { is_from_customer: 1, state: "received" },
  "is missed": { is_from_customer: 1, state: "received", message_type: "voice", call: "missed" },
  talks: { is_from_customer: 1, state: "received", message_type: "voice", call: "answered" },
  answers: { is_from_customer: 0, state: "delivered", by: true },
  "texts by itself": { is_from_customer: 0, state: "delivered" },
  confirms: { is_from_customer: 0, state: "delivered", purpose: "consent" },
};

/** Chats from before the migration, with the wait and the responses it must derive. */
const cases: readonly {
  events: PastEvent[];
  is_replied: 0 | 1;
  waits: string | null;
  answers: [since: string, at: string][];
}[] = [
  {
    events: [
      ["asks", "2026-03-07T22:50:00Z"],
      ["asks", "2026-03-07T22:55:00Z"],
      ["answers", "2026-03-09T13:05:00Z"],
      ["answers", "2026-03-09T13:06:00Z"],
      ["asks", "2026-03-09T14:00:00Z"],
    ],
    is_replied: 0,
    waits: "2026-03-09T14:00:00Z",
    answers: [["2026-03-07T22:50:00Z", "2026-03-09T13:05:00Z"]],
  },
  {
    events: [
      ["talks", "2026-03-02T15:00:00Z"],
      ["is missed", "2026-03-02T16:00:00Z"],
      ["texts by itself", "2026-03-02T16:00:05Z"],
      ["asks", "2026-03-02T17:00:00Z"],
    ],
    is_replied: 0,
    waits: "2026-03-02T16:00:00Z",
    answers: [],
  },
  {
    events: [
      ["is missed", "2026-10-31T21:00:00Z"],
      ["texts by itself", "2026-10-31T21:00:05Z"],
      ["answers", "2026-11-02T14:30:00Z"],
      ["talks", "2026-11-02T15:00:00Z"],
      ["answers", "2026-11-02T15:30:00Z"],
    ],
    is_replied: 1,
    waits: null,
    answers: [["2026-10-31T21:00:00Z", "2026-11-02T14:30:00Z"]],
  },
  {
    events: [
      ["asks", "2026-03-02T15:00:00Z"],
      ["confirms", "2026-03-02T15:00:01Z"],
      ["answers", "2026-03-02T16:00:00Z"],
    ],
    is_replied: 1,
    waits: null,
    answers: [],
  },
  // The unreplied mark was cleared by hand.
  { events: [["asks", "2026-03-02T15:00:00Z"]], is_replied: 1, waits: null, answers: [] },
  // The row says the customer waits, but no message shows since when.
  { events: [["answers", "2026-03-02T15:00:00Z"]], is_replied: 0, waits: "2026-03-05T00:00:00Z", answers: [] },
];

test("the migration derives past waits and responses from the messages", async () => {
  await migrate(databaseUrl(url, name), "0018_events");
  const [dealer] = await query("insert into dealers (business_name) values ('Hill Motors') returning id");
  const scope = [dealer.id];
  const [location] = await query(
    "insert into locations (dealer_id, title, time_zone) values ($1, 'Main', $2) returning id",
    [...scope, timeZone],
  );
  scope.push(location.id);
  const [person] = await query(
    "insert into users (dealer_id, first_name, last_name, user_type, email) values ($1, 'Ann', 'Lee', 'agent', 'ann@example.com') returning id",
    [dealer.id],
  );
  const ids: number[] = [];
  for (const [index, { events, is_replied }] of cases.entries()) {
    const [customer] = await query(
      "insert into customers (dealer_id, location_id, first_name, last_name, phone) values ($1, $2, 'Cara', 'Moss', $3) returning id",
      [...scope, `+1212555${1000 + index}`],
    );
    const [chat] = await query(
      `insert into chats (dealer_id, location_id, customer_id, is_replied, chat_time)
       values ($1, $2, $3, $4, '2026-03-05T00:00:00Z') returning id`,
      [...scope, customer.id, is_replied],
    );
    ids.push(chat.id);
    for (const [kind, at] of events) {
      const { call, by, ...row } = { message_type: "message", purpose: "conversation", ...columnsOf[kind] } as Record<
        string,
        unknown
      >;
      const [message] = await query(
        `insert into messages (dealer_id, chat_id, is_from_customer, state, message_type, purpose, user_id, datetime, message)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'Hm') returning id`,
        [dealer.id, chat.id, row.is_from_customer, row.state, row.message_type, row.purpose, by ? person.id : null, at],
      );
      if (!call) continue;
      await query(
        `insert into calls (dealer_id, location_id, chat_id, message_id, sid, from_number, to_number, recording_consent, started_at, state)
         values ($1, $2, $3, $4, $5, '', '', 0, $6, $7)`,
        [...scope, chat.id, message.id, `CA${message.id}`, at, call],
      );
    }
  }
  await migrate(databaseUrl(url, name));

  const chats = await query("select waiting_since from chats order by id");
  expect(chats.map(({ waiting_since }) => waiting_since)).toEqual(
    cases.map(({ waits }) => (waits ? new Date(waits) : null)),
  );
  const expected = cases.flatMap(({ answers }, index) =>
    answers.map(([since, at]) => {
      const [waiting_since, answered_at] = [new Date(since), new Date(at)];
      const business_seconds = businessSeconds(defaultHours, timeZone, waiting_since, answered_at);
      return { chat_id: ids[index], user_id: person.id, waiting_since, answered_at, business_seconds };
    }),
  );
  expect(expected.map(({ business_seconds }) => business_seconds)).toEqual([15 * 60, 90 * 60]);
  const columns = "chat_id, user_id, waiting_since, answered_at, business_seconds";
  expect(await query(`select ${columns} from responses order by chat_id, answered_at`)).toEqual(expected);
});

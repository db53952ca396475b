import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { markFromWebsite } from "#domains/inbox/conversation/server/receiveFromWebsite.ts";
import { logAsInvite } from "#domains/inbox/server/public.ts";
import type { Dealership } from "#testing/dealership.ts";
import {
  expectRecountedFile,
  expectRecountedPages,
  type LogQuestion,
  logQuestions,
  pageBody,
  searchedDigits,
} from "#testing/logPages.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { shownTexts, tracking } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
});

const query = async (text: string, values: unknown[]) => (await app.pool.query(text, values)).rows;

/** The last is at the business's other location, the one before deleted. */
const people = [
  { first_name: "Ann", last_name: "Lee", phone: "+15185550101" },
  { first_name: "Joanna", last_name: "Bell", phone: "+15185550102" },
  { first_name: "", last_name: "", phone: "+12125550103" },
  { first_name: "Zoé", last_name: "Lee", phone: "+445185550101" },
  { first_name: "Ann", last_name: "Deleted", phone: "+15185550104" },
  { first_name: "Ann", last_name: "Elsewhere", phone: "+15185550101" },
];
const elsewhere = 5;
const nameOf = ({ first_name, last_name, phone }: (typeof people)[number]) =>
  `${first_name} ${last_name}`.trim() || `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`;

const kinds = ["received", "sent", "automatic", "campaign", "invite", "website", "voice", "ledger", "email"] as const;

/** Few moments, so that most texts share theirs with others. */
const texts = fc.array(
  fc.record({
    who: fc.nat(people.length - 1),
    kind: fc.constantFrom(...kinds),
    second: fc.nat(3),
    source: fc.constantFrom("", "Google", "Radio"),
  }),
  { maxLength: 30 },
);
type Text = typeof texts extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

const searches = ["", "ann", "LEE", "n", "zo", "zoé", "zoe", "nobody", "%", "_", "\\", "ann lee", "(21", "5550"];
const numbers = ["555", "(518) 555-0101", "+1 518 555 0102", "15185550104", "5185550101", "0103", "445185550101"];

const questions = logQuestions(shownTexts, [...searches, ...numbers]);

interface NumberedText extends Text {
  readonly id: number;
}

const firstLedgerId = 2_251_799_813_685_248;

/** Replaces the business's texts. */
async function store(all: readonly Text[]): Promise<NumberedText[]> {
  const { dealer_id, location_id, otherLocation_id } = dealer;
  const tables = ["review_invites", "tracked_texts", "logged_texts", "message_words", "message_hours_stale"];
  for (const table of [...tables, "messages", "campaign_recipients", "campaigns", "chats", "customers"])
    await query(`delete from ${table} where dealer_id = $1`, [dealer_id]);
  const [user] = await query("select min(id) as id from users where dealer_id = $1", [dealer_id]);
  const campaign = "insert into campaigns (dealer_id, location_id, title, body, created_by, created_at)";
  const [{ id: campaign_id }] = await query(`${campaign} values ($1, $2, 'Sale', 'Sale', $3, now()) returning id`, [
    dealer_id,
    location_id,
    user.id,
  ]);
  const chats: { id: number; customer_id: number }[] = [];
  for (const [at, { first_name, last_name, phone }] of people.entries()) {
    const [chat] = await query(
      `with customer as (insert into customers (dealer_id, location_id, first_name, last_name, phone, deleted_at)
          values ($1, $2, $3, $4, $5, case when $4 = 'Deleted' then now() end) returning id)
        insert into chats (dealer_id, location_id, customer_id) select $1, $2, id from customer returning id, customer_id`,
      [dealer_id, at === elsewhere ? otherLocation_id : location_id, first_name, last_name, phone],
    );
    chats.push(chat);
  }
  const stored: NumberedText[] = [];
  for (const [at, text] of all.entries()) {
    const { who, kind, second, source } = text;
    const chat = chats[who];
    const sent_at = timeOf(second);
    if (!chat) throw new Error("Everybody has a conversation");
    if (kind === "ledger" || kind === "email") {
      await query(
        `insert into campaign_recipients (dealer_id, campaign_id, n, customer_id, location_id, address, zones, states,
            due_at, created_at, state, handed_at, segments, channel)
          select dealer_id, $3, $4::int, id, location_id, phone || $4::text, '', '', $5, $5, 'delivered', $5, 2, $6
            from customers where dealer_id = $1 and id = $2`,
        [
          dealer_id,
          chat.customer_id,
          await ownCampaign(campaign, user.id),
          at + 1,
          sent_at,
          kind === "email" ? kind : "sms",
        ],
      );
      const [{ id }] = await query(
        "select max(campaign_id)::float8 as id from campaign_recipients where dealer_id = $1",
        [dealer_id],
      );
      stored.push({ ...text, id: firstLedgerId + id * 1_048_576 + at + 1 });
      continue;
    }
    const isTheirs = ["received", "website", "voice"].includes(kind);
    const [{ id }] = await query(
      `insert into messages (dealer_id, chat_id, is_from_customer, message_type, message, state, datetime, user_id,
          campaign_id, purpose)
        values ($1, $2, $3, $4, 'Hi', 'received', $5, $6, $7, case when $7::bigint is null then 'conversation' else 'campaign' end)
        returning id::float8`,
      [
        dealer_id,
        chat.id,
        isTheirs ? 1 : 0,
        kind === "voice" ? "voice" : "message",
        sent_at,
        kind === "sent" || kind === "invite" ? user.id : null,
        kind === "campaign" ? campaign_id : null,
      ],
    );
    stored.push({ ...text, id });
    await app.server.within.business({ dealer_id }, "a test", async ({ db }) => {
      const origin = { message_id: id, chat_id: chat.id, web_page: "/", web_name: "Ann" };
      if (kind === "website") await markFromWebsite(db, dealer_id, origin, sent_at);
      if (kind === "invite") await logAsInvite(db, dealer_id, id);
    });
    if (kind === "received" && source !== "")
      await query(
        `insert into tracked_texts (dealer_id, message_id, location_id, number, source, received_at)
          select $1, $2, location_id, '+15185550199', $4, $5 from chats where dealer_id = $1 and id = $3`,
        [dealer_id, id, chat.id, source, sent_at],
      );
  }
  return stored;
}

/** A campaign reaches a person once. */
async function ownCampaign(insert: string, user_id: number): Promise<number> {
  const [{ id }] = await query(`${insert} values ($1, $2, 'Sale', 'Sale', $3, now()) returning id`, [
    dealer.dealer_id,
    dealer.location_id,
    user_id,
  ]);
  return id;
}

const timeOf = (second: number) => new Date(app.clock.now().getTime() - 3_600_000 + second * 1000);

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The texts of a question by hand. */
function recount(
  stored: readonly NumberedText[],
  { show, source, search, dir }: LogQuestion<(typeof shownTexts)[number]>,
) {
  const digits = searchedDigits(search);
  const isFound = (who: number) => {
    const person = people[who];
    if (!person) return false;
    if (digits.length >= 3) return person.phone.includes(digits);
    const name = plain(nameOf(person));
    return plain(search.trim())
      .split(/\s+/)
      .every((word) => name.includes(word));
  };
  const typeOf = ({ kind }: Text) => (kind === "ledger" ? "campaign" : kind);
  const shown = stored
    .filter((text) => text.who !== elsewhere && !["website", "voice", "email"].includes(text.kind))
    .filter((text) => show === "all" || typeOf(text) === show)
    .filter((text) => source === "" || (text.kind === "received" && text.source === source))
    .filter(({ who }) => isFound(who))
    .toSorted((a, b) => a.second - b.second || a.id - b.id);
  const rows = dir === "asc" ? shown : shown.toReversed();
  return rows.map((text) => ({ id: text.id, type: typeOf(text), sent_at: timeOf(text.second).toISOString() }));
}

const log = { rows: texts, questions, store, recount };

test("the pages of every filter and search are what a recount finds, over random texts", { timeout: 120_000 }, () =>
  expectRecountedPages(
    log,
    (question, page) => agent(tracking.texts, { body: pageBody(question, page, "sent_at") }),
    ({ id, type, sent_at }) => ({ id, type, sent_at }),
  ),
);

test("the file has the texts of the pages, in their order", { timeout: 60_000 }, () =>
  expectRecountedFile(
    log,
    (body) => manager(tracking.exportTexts, { body }),
    (lines, expected) => expect(lines.map((line) => line.split(",")[5])).toEqual(expected.map(({ type }) => type)),
  ),
);

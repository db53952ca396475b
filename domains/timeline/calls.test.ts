import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatNotes, messageDeletion } from "#domains/inbox/conversation/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type EntryKind, type TimelineEntry, timeline, timelineKinds } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let owner: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  dealer = await app.dealership();
  [agent, manager, owner] = [
    await app.signIn(dealer.agent),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.owner),
  ];
});

interface AskedEntries {
  readonly kinds?: readonly EntryKind[];
  readonly search?: string;
  readonly until?: string;
  readonly after?: string;
  readonly length?: number;
}
const page = async (customer_id: number, body: AskedEntries = {}, call = agent) =>
  (await call(timeline.entries, { params: { customer_id }, body })).data;
const summary = async (customer_id: number, call = agent) =>
  (await call(timeline.summary, { params: { customer_id } })).data;
const keysOf = (entries: readonly TimelineEntry[]) => entries.map(({ key }) => key);

/** All pages, one after the other; `between` runs after each. */
async function allPages(
  customer_id: number,
  body: AskedEntries = {},
  between: () => Promise<unknown> = async () => {},
) {
  const all: TimelineEntry[] = [];
  let after = "";
  do {
    const { entries, next } = await page(customer_id, { ...body, after });
    all.push(...entries);
    after = next;
    await between();
  } while (after !== "");
  return all;
}

const sql = (text: string, values: unknown[] = []) => app.pool.query(text, values);
const here = () => [dealer.dealer_id, dealer.location_id];

/** A customer with a conversation of one sent text. */
async function talkingCustomer(message = "Hello") {
  const customer = await addCustomer(agent);
  const { data } = await agent(inbox.sendToCustomer, { body: { customer_id: customer.id, message } });
  return { ...customer, chat_id: data.chat_id };
}

/** Rows of every kind, an hour and more apart, from the oldest to the newest; the last is 90 minutes ago. */
async function everyKind({ id, chat_id, phone }: { id: number; chat_id: number; phone: string }) {
  const [dealer_id, location_id] = here();
  const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000);
  const user = `(select min(id) from users where dealer_id = ${dealer_id})`;
  await sql(
    `insert into consent_events (dealer_id, phone, event, source, words, at) values ($1, $2, 'granted', 'widget', 'I agree', $3)`,
    [dealer_id, phone.startsWith("+") ? phone : `+1${phone}`, ago(40)],
  );
  const call = await sql(
    `insert into calls (dealer_id, location_id, customer_id, chat_id, sid, from_number, to_number, started_at, state, duration,
       recording_consent, direction)
     values ($1, $2, $3::bigint, $4, 'CA' || $3::text, '+19095550142', '+19095550143', $5, 'answered', 252, 1, 'incoming') returning id`,
    [dealer_id, location_id, id, chat_id, ago(30)],
  );
  const recording = await sql(
    `insert into call_recordings (dealer_id, call_id, sid, url, state, storage_key, duration, told_at, part)
     values ($1, $2::bigint, 'RE' || $2::text, 'https://x', 'kept', 'recordings/one.mp3', 252, $3, 'call') returning id`,
    [dealer_id, call.rows[0].id, ago(30)],
  );
  await sql("update calls set recording_id = $1 where id = $2", [recording.rows[0].id, call.rows[0].id]);
  await sql(
    `insert into chat_notes (dealer_id, location_id, chat_id, user_id, note, created_at) values ($1, $2, $3, ${user}, 'Second key', $4)`,
    [dealer_id, location_id, chat_id, ago(28)],
  );
  await sql(
    `insert into tasks (dealer_id, location_id, rule, description, customer_id, due_at, state, created_at, ended_at, ended_by, ended_how)
     values ($1, $2, 'hand', 'Send the order', $3, $4, 'done', $4, $4, ${user}, 'hand'),
       ($1, $2, 'hand', 'Call about rates', $3, $5, 'open', $4, null, null, '')`,
    [dealer_id, location_id, id, ago(26), ago(-3)],
  );
  const visit = await sql(
    `insert into appointments (dealer_id, location_id, customer_id, title, type, datetime, created_by, status, notes)
     values ($1, $2, $3, 'Test drive', 0, $4, ${user}, 1, ''), ($1, $2, $3, 'Pick up', 0, $5, ${user}, 0, '') returning id`,
    [dealer_id, location_id, id, ago(24), ago(-5)],
  );
  await sql(
    `insert into meeting_invitations (dealer_id, location_id, appointment_id, customer_id, email, sequence, state, changed_at)
     values ($1, $2, $3, $4, 'maria@example.com', 1, 'sent', $5)`,
    [dealer_id, location_id, visit.rows[0].id, id, ago(22)],
  );
  const site = await sql(
    `insert into review_sites (dealer_id, location_id, kind, write_url, place) values ($1, $2, 'google', 'https://x.test', 90) returning id`,
    [dealer_id, location_id],
  );
  const invite = await sql(
    `insert into review_invites (dealer_id, location_id, customer_id, customer_name, channel, contact, language, words, state, sent_by,
       created_at, ends_by)
     values ($1, $2, $3, 'Maria', 'sms', $4, 'en', 'How did we do?', 'sent', ${user}, $5, $5::timestamptz + interval '9 days') returning id`,
    [dealer_id, location_id, id, phone, ago(20)],
  );
  await sql(
    `insert into reviews (dealer_id, location_id, site_id, author, rating, body, published_at, added_at, added_by, invite_id)
     values ($1, $2, $3, 'Maria L.', 5, 'Straight answers', $4, $4, ${user}, $5)`,
    [dealer_id, location_id, site.rows[0].id, ago(18), invite.rows[0].id],
  );
  const campaign = await sql(
    `insert into campaigns (dealer_id, location_id, created_by, title, body, state, created_at)
     values ($1, $2, ${user}, 'November offers', 'Hi', 'draft', $3) returning id`,
    [dealer_id, location_id, ago(17)],
  );
  await sql(
    `insert into campaign_recipients (dealer_id, location_id, campaign_id, n, customer_id, address, state, states, zones, due_at,
       handed_at, clicked_at, created_at)
     values ($1, $2, $3, 1, $4, $5, 'delivered', '', '', $6, $6, $6, $6)`,
    [dealer_id, location_id, campaign.rows[0].id, id, phone, ago(16)],
  );
  app.clock.advance(2 * 3_600_000);
  const lead = await agent(leads.add, {
    body: {
      customer_id: id,
      source: "Website",
      vehicles: [{ interest: "buy", year: "2026", make: "Kia", model: "Sorento" }],
    },
  });
  return { lead_id: lead.data.id };
}

describe("a customer's timeline", () => {
  test("has everything that happened, newest first, and what is coming up", async () => {
    const customer = await talkingCustomer();
    await everyKind(customer);
    const { entries, next } = await page(customer.id);
    expect(next).toBe("");
    expect(entries.map(({ kind }) => kind)).toEqual([
      "lead",
      "text",
      "campaign",
      "review",
      "review",
      "email",
      "appointment",
      "task",
      "note",
      "call",
      "consent",
    ]);
    expect(entries).toMatchObject([
      {
        by: "Agent Tester",
        is_mine: true,
        lead: { vehicle: "2026 Kia Sorento", source: "Website", move: { reason: "added", to_stage: "New" } },
      },
      { by: "Agent Tester", texts: [{ message: "Hello", is_from_customer: 0, sent_by: "Agent Tester" }] },
      { campaign: { title: "November offers", channel: "sms", state: "delivered", clicked: true, replied: false } },
      { review: { what: "reviewed", site: "Google", rating: 5, words: "Straight answers" } },
      { review: { what: "invited", channel: "sms" } },
      { email: { to: "maria@example.com", subject: "Test drive", state: "sent" } },
      { appointment: { title: "Test drive", status: 1 } },
      { task: { words: "Send the order", state: "done" } },
      { note: { words: "Second key", may_change: false } },
      { call: { direction: "incoming", duration: 252, recording: expect.stringMatching(/^\/files\/.*one\.mp3$/) } },
      { consent: { channel: "sms", event: "granted", source: "widget", words: "I agree" } },
    ]);
    expect(entries.every((entry, n) => n === 0 || entry.at <= (entries[n - 1]?.at ?? ""))).toBe(true);
    const { counts, coming } = await summary(customer.id);
    expect(counts).toEqual({
      text: 1,
      call: 1,
      email: 1,
      note: 1,
      task: 2,
      appointment: 2,
      campaign: 1,
      review: 2,
      lead: 1,
      consent: 1,
    });
    expect(coming).toMatchObject([
      { kind: "task", task: { words: "Call about rates", state: "open" } },
      { kind: "appointment", appointment: { title: "Pick up", status: 0 } },
    ]);
  });

  test("is narrowed by kind, by words and by day", async () => {
    const customer = await talkingCustomer("Is the Sorénto here?");
    await everyKind(customer);
    for (const kind of timelineKinds) {
      const { entries } = await page(customer.id, { kinds: [kind] });
      expect(entries.length).toBeGreaterThan(0);
      expect(new Set(entries.map((entry) => entry.kind))).toEqual(new Set([kind]));
    }
    expect((await page(customer.id, { kinds: ["note", "task"] })).entries.map(({ kind }) => kind)).toEqual([
      "task",
      "note",
    ]);
    expect((await page(customer.id, { search: "sorento" })).entries.map(({ kind }) => kind)).toEqual(["lead", "text"]);
    expect((await page(customer.id, { search: "100%_\\'" })).entries).toEqual([]);
    const day = new Date(app.clock.now().getTime() - 26 * 3_600_000);
    const until = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(day);
    const older = (await page(customer.id, { until })).entries;
    expect(older.at(-1)?.kind).toBe("consent");
    expect(older.map(({ kind }) => kind)).not.toContain("lead");
    expect((await page(customer.id, { until: "2001-01-01" })).entries).toEqual([]);
  });

  test("folds the texts of an exchange, and hides what was deleted from all but the owner", async () => {
    const customer = await talkingCustomer("First");
    await agent(inbox.send, { body: { chat_id: customer.chat_id, message: "Second secret" } });
    app.clock.advance(30 * 60_000);
    await agent(inbox.send, { body: { chat_id: customer.chat_id, message: "Third" } });
    app.clock.advance(61 * 60_000);
    await agent(inbox.send, { body: { chat_id: customer.chat_id, message: "Next" } });
    const { entries } = await page(customer.id);
    expect(entries.map(({ texts }) => texts.map(({ message }) => message))).toEqual([
      ["Next"],
      ["First", "Second secret", "Third"],
    ]);
    expect((await summary(customer.id)).counts.text).toBe(4);
    const secret = entries[1]?.texts[1]?.id ?? 0;
    await owner(messageDeletion.deleteMessage, { params: { message_id: secret } });
    expect((await page(customer.id)).entries[1]?.texts[1]).toMatchObject({
      message: "",
      deleted: { by: "Owner Tester" },
    });
    expect((await page(customer.id, {}, owner)).entries[1]?.texts[1]).toMatchObject({ message: "Second secret" });
    for (const call of [agent, owner])
      expect((await page(customer.id, { search: "secret" }, call)).entries).toEqual([]);
  });

  test("pages through thousands, each entry once, even while more are added", async () => {
    const customer = await talkingCustomer();
    const [dealer_id, location_id] = here();
    const count = inDepth(6_000, 700);
    // Microseconds between some rows, and whole runs in the same one.
    await sql(
      `insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
       select $1, $2, n % 2, 'Text ' || n, 'received', now() - interval '300 days' + (n / 3) * interval '40 minutes' + (n % 2) * interval '1 microsecond'
       from generate_series(1, $3::int) n`,
      [dealer_id, customer.chat_id, count],
    );
    await sql(
      `insert into tasks (dealer_id, location_id, rule, description, customer_id, due_at, state, created_at, ended_at, ended_how)
       select $1, $2, 'hand', 'Task ' || n, $3, now(), 'done', now() - interval '900 days',
         now() - interval '300 days' + (n / 2) * interval '2 hours', 'hand' from generate_series(1, $4::int) n`,
      [dealer_id, location_id, customer.id, count / 10],
    );
    const all = await allPages(customer.id);
    const ids = all.flatMap(({ key, texts }) => (texts.length > 0 ? texts.map(({ id }) => `text-${id}`) : [key]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(count + count / 10 + 1);
    const { counts } = await summary(customer.id);
    expect(counts).toMatchObject({ text: count + 1, task: count / 10 });
    for (const length of [7, 50]) {
      const paged = await allPages(customer.id, { length }, () =>
        agent(tasks.add, {
          body: { description: "New", customer_id: customer.id, due_at: "2030-01-01T00:00:00Z" },
        }).then(({ data }) => agent(tasks.complete, { params: { id: data.id } })),
      );
      const seen = paged.flatMap(({ key, texts }) => (texts.length > 0 ? texts.map(({ id }) => `text-${id}`) : [key]));
      expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
    }
  });

  test("follows a merge to the customer who was kept, and back", async () => {
    const [kept, merged] = [await talkingCustomer("To the kept"), await talkingCustomer("To the merged")];
    const task = { description: "Of the merged", customer_id: merged.id, due_at: "2030-01-01T00:00:00Z" };
    await agent(tasks.add, { body: task });
    await agent(leads.add, { body: { customer_id: merged.id } });
    const { merge_id } = (await owner(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } })).data;
    for (const id of [kept.id, merged.id]) {
      const { customer_id, entries } = await page(id);
      expect(customer_id).toBe(kept.id);
      expect(entries.flatMap(({ texts }) => texts.map(({ message }) => message))).toEqual([
        "To the kept",
        "To the merged",
      ]);
      expect(entries.map(({ kind }) => kind)).toContain("lead");
      expect((await summary(id)).coming).toMatchObject([{ task: { words: "Of the merged" } }]);
    }
    await owner(duplicates.undo, { body: { merge_id } });
    expect((await page(merged.id)).customer_id).toBe(merged.id);
    expect((await summary(kept.id)).coming).toEqual([]);
  });
});

describe("whose timeline it is", () => {
  test("nobody of another location or business sees it, nor rows of another location", async () => {
    const customer = await talkingCustomer();
    await everyKind(customer);
    const before = keysOf((await page(customer.id)).entries);
    const { counts } = await summary(customer.id);
    await sql(
      `insert into tasks (dealer_id, location_id, rule, description, customer_id, due_at, state, created_at, ended_at, ended_how)
       select $1, $2, 'hand', 'Elsewhere', $3, now(), state, now(), case state when 'done' then now() end, case state when 'done' then 'hand' else '' end
       from unnest(array['open', 'done']) as state`,
      [dealer.dealer_id, dealer.otherLocation_id, customer.id],
    );
    expect(keysOf((await page(customer.id)).entries)).toEqual(before);
    expect((await summary(customer.id)).counts).toEqual(counts);

    const stranger = await app.signIn((await app.dealership()).owner);
    const elsewhere = await app.signIn(dealer.otherAgent);
    for (const call of [stranger, elsewhere]) {
      await expect(page(customer.id, {}, call)).rejects.toMatchObject({ status: 404 });
      await expect(summary(customer.id, call)).rejects.toMatchObject({ status: 404 });
    }
  });

  test("a deleted customer has none", async () => {
    const { id } = await addCustomer(agent);
    expect(await page(id)).toMatchObject({ entries: [], next: "" });
    await manager(customers.remove, { params: { id } });
    await expect(page(id)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ["an unknown kind", { kinds: ["letter"] }, "kinds.0"],
    ["a day that isn't one", { until: "2026-02-30" }, "until"],
    ["a cursor of no page", { after: "1.2" }, "after"],
    ["a huge cursor", { after: `${"9".repeat(40)}.1.1` }, "after"],
    ["no entries", { length: 0 }, "length"],
    ["more than a page", { length: 51 }, "length"],
    ["too long a search", { search: "x".repeat(101) }, "search"],
  ])("refuses %s", async (_, body, field) => {
    const { id } = await addCustomer(agent);
    await expect(page(id, body as never)).rejects.toMatchObject({
      status: 422,
      fields: { [field]: expect.any(String) },
    });
  });

  test("takes any cursor that could be one", async () => {
    const { id } = await talkingCustomer();
    for (const after of ["9999999999999999.99.999999999999999", "0.0.0"])
      expect((await page(id, { after })).entries.length).toBeLessThanOrEqual(1);
  });
});

test("an opt-out and its source are on it at once", async () => {
  const { id } = await talkingCustomer();
  await agent(consent.opt, { body: { user_id: id, opt_type: "out" } });
  expect((await page(id, { kinds: ["consent"] })).entries).toMatchObject([
    { by: "Agent Tester", is_mine: true, consent: { event: "revoked", source: "staff" } },
  ]);
});

describe("a note is changed in place", () => {
  const noteOf = async (chat_id: number, call = agent) =>
    (await call(chatNotes.add, { body: { chat_id, note: "Wants the second key" } })).data.id;

  test("by its author and by managers, for everyone", async () => {
    const { id, chat_id } = await talkingCustomer();
    const note_id = await noteOf(chat_id);
    const words = async () => (await page(id, { kinds: ["note"] })).entries[0]?.note?.words;
    await agent(chatNotes.update, { params: { chat_id, note_id }, body: { note: "Has both keys" } });
    expect(await words()).toBe("Has both keys");
    await manager(chatNotes.update, { params: { chat_id, note_id }, body: { note: "Has three keys" } });
    expect(await words()).toBe("Has three keys");
    expect((await page(id, { kinds: ["note"] }, manager)).entries).toMatchObject([{ note: { may_change: true } }]);
  });

  test("by nobody else", async () => {
    const { id, chat_id } = await talkingCustomer();
    const note_id = await noteOf(chat_id, manager);
    const change = (call: Caller, note = "Mine") =>
      call(chatNotes.update, { params: { chat_id, note_id }, body: { note } });
    await expect(change(agent)).rejects.toMatchObject({ status: 403 });
    await expect(change(await app.signIn(dealer.otherAgent))).rejects.toMatchObject({ status: 404 });
    await expect(change(manager, " ")).rejects.toMatchObject({ status: 422 });
    await manager(chatNotes.remove, { params: { chat_id, note_id } });
    await expect(change(manager)).rejects.toMatchObject({ status: 404 });
    expect((await page(id, { kinds: ["note"] })).entries).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { callLog } from "#domains/inbox/calls/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { idleDays } from "#domains/inbox/list/rules.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { leadAssignment } from "#domains/leads/assignment/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { reviewPerformance } from "#domains/report/reviews/contract.ts";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { workingHours } from "#domains/team/workingHours/contract.ts";
import { sourceReport } from "#domains/tracking/sources/contract.ts";
import { monthAt } from "#domains/tracking/sources/rules.ts";
import { refusalOf } from "#ports/sms/carrierErrors.ts";
import { password } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { seedDealership } from "./dealership.ts";

let app: TestApp;
let now: Date;

beforeAll(async () => {
  app = await startTestApp();
  now = app.clock.now();
  expect(await seed()).toBe(true);
});
afterAll(() => app.close());

const atNow = () => `'${now.toISOString()}'::timestamptz`;
const seed = () => app.server.within.control("test", (unit) => seedDealership(unit, password, now));
const rows = async <T>(text: string) => (await app.pool.query(text)).rows as T[];
/** Expects a query for violations to find none. */
const expectNone = async (text: string) => expect(await rows(text)).toEqual([]);

test("a second start adds nothing", async () => {
  expect(await seed()).toBe(false);
});

test("there are two locations in different time zones with a number each, and members of every role", async () => {
  const locations = await rows<{ time_zone: string; number: string }>(
    "select l.time_zone, n.number from locations l join phone_numbers n on n.dealer_id = l.dealer_id and n.location_id = l.id where n.kind = 'main'",
  );
  expect(locations).toHaveLength(2);
  expect(new Set(locations.map(({ time_zone }) => time_zone)).size).toBe(2);
  const members = await rows<{ user_type: string; count: number }>(
    "select user_type, count(*)::int as count from users group by 1 order by 1",
  );
  expect(members).toEqual([
    { user_type: "agent", count: 5 },
    { user_type: "dealer", count: 1 },
    { user_type: "manager", count: 1 },
  ]);
});

test("owner and agent sign in and see the chats of their location, some of them unread", async () => {
  for (const email of ["owner@demo.rooftop.test", "agent@demo.rooftop.test"]) {
    const call = await app.signIn(email);
    expect((await call(accounts.profile)).data.location).toBe("Downtown");
    const first = { params: { type: "all", offset: 0 }, body: {} } as const;
    const { allActiveChats, allInactiveChats, next_cursor } = (await call(inbox.chats, first)).data;
    expect(allActiveChats.length).toBe(30);
    expect(next_cursor.active).not.toBeNull();
    expect(allInactiveChats.length).toBeGreaterThan(3);
    const { unread_count, unreplied_count } = (await call(inbox.unread)).data;
    expect(unread_count).toBeGreaterThan(3);
    expect(unreplied_count).toBeGreaterThan(unread_count);
  }
});

test("three months of invites and reviews fill the screens of reputation, and nothing bad waits for a reply", async () => {
  for (const location of [0, 1]) {
    const ids = (await rows<{ id: number }>("select id from locations order by id")).map(({ id }) => id);
    const call = await app.signIn("owner@demo.rooftop.test", ids[location]);
    const overview = (await call(reviews.overview)).data;
    expect(overview.total).toBeGreaterThan(15);
    expect(overview.open).toBeGreaterThan(0);
    expect(overview.average).toBeGreaterThan(4);
    expect(overview.average).toBeLessThan(5);
    expect(overview.median_reply_hours).not.toBeNull();
    expect((await call(reviews.table, { body: { show: "open", rating_max: 2 } })).data).toEqual([]);
    const leaders = (await call(reviewPerformance.table, { body: { period: "year" } })).data;
    expect(leaders.filter(({ reviews }) => reviews > 0).length).toBeGreaterThan(1);
    expect((await call(reviewInvites.table, { body: { period: "year" } })).data.length).toBeGreaterThan(9);
  }
  await expectNone(`select i.id from review_invites i join customers c on c.dealer_id = i.dealer_id and c.id = i.customer_id
    where i.created_at < c.created_at or i.opened_at < i.sent_at or i.followed_at < i.opened_at or i.reviewed_at < i.followed_at`);
  await expectNone(`select r.id from reviews r left join review_replies p on p.dealer_id = r.dealer_id and p.review_id = r.id
    where (r.state = 'answered') <> (p.id is not null) or r.added_at < r.published_at or p.changed_at < r.added_at`);
});

test("five weeks of calls fill the logs and the report of sources", async () => {
  for (const location of [0, 1]) {
    const ids = (await rows<{ id: number }>("select id from locations order by id")).map(({ id }) => id);
    const call = await app.signIn("owner@demo.rooftop.test", ids[location]);
    const month = monthAt(new Date(now.getTime() - 15 * 86_400_000), "UTC");
    const report = (await call(sourceReport.table, { body: { month } })).data;
    expect(report.map(({ source }) => source).sort()).toEqual(["", "Facebook", "Google", "Website"]);
    expect(report.filter(({ calls, answered }) => calls === 0 || answered > calls)).toEqual([]);
    expect(report.find(({ source }) => source === "Google")?.cost_per_lead).toBeGreaterThan(0);
    const log = await call(callLog.table, { body: { period: "year" } });
    expect(log.recordsTotal).toBeGreaterThan(50);
    expect((await call(callLog.table, { body: { period: "year", show: "outgoing" } })).data.length).toBeGreaterThan(2);
  }
});

test("each call stands in its conversation, at its time", async () => {
  await expectNone(`select c.id from calls c left join messages m on m.dealer_id = c.dealer_id and m.id = c.message_id
    left join chats on chats.id = m.chat_id left join messages n on n.chat_id = m.chat_id
    where m.id is null or m.datetime <> c.started_at or m.datetime >= chats.chat_time or (m.id < n.id) <> (m.datetime < n.datetime)`);
});
test("every chat is tagged by topic, and agreed appointments are noted", async () => {
  const call = await app.signIn("owner@demo.rooftop.test");
  const tags = (await call(chatTags.all)).data;
  expect(tags.map(({ slug }) => slug)).toContain("test-drive");
  expect(tags.filter(({ customer_count }) => customer_count === 0)).toEqual([]);
  await expectNone("select id from chats c where not exists (select from chat_tags t where t.chat_id = c.id)");
  const notes = await rows(
    "select from chat_notes n join chats c on c.id = n.chat_id where n.created_at <= c.chat_time",
  );
  expect(notes.length).toBeGreaterThan(5);
  await expectNone(
    "select n.id from chat_notes n join chats c on c.id = n.chat_id where n.location_id <> c.location_id",
  );
});

test("300 customers have 300 phone numbers, all reserved for fiction", async () => {
  const phones = await rows<{ phone: string }>("select phone from customers union select number from phone_numbers");
  // With two main numbers and six for ads.
  expect(phones).toHaveLength(308);
  expect(phones.filter(({ phone }) => !/^\+1\d{3}55501\d\d$/.test(phone))).toEqual([]);
  const texts = await rows<{ text: string }>(
    "select message as text from messages union all select phone from users union all select phone from dealers",
  );
  const numbers = texts.flatMap(({ text }) => text.match(/\d[\d(). -]{5,}\d/g) ?? []);
  const realLooking = numbers.filter((number) => number.replace(/\D/g, "").length >= 7 && !/55501\d\d$/.test(number));
  expect(realLooking).toEqual([]);
  await expectNone("select email from customers where email !~ '@example\\.(com|net|org)$' and first_name <> ''");
  await expectNone("select first_name, last_name from customers group by 1, 2 having count(*) > 1");
  expect(await rows("select 1 from customers where first_name = ''")).toHaveLength(1);
});

test("chats match their messages", async () => {
  const chats = await rows<Record<string, unknown> & { last: string }>(
    `select c.*, m.*, c.chat_time = m.last_at as timed, c.is_replied = 1 - m.last_from as answered,
       c.latest_chat_message_sent_time is not distinct from m.sent_at as sent_known,
       c.latest_chat_message_received_time is not distinct from m.received_at as received_known
     from chats c join lateral (
       select max(datetime) as last_at, min(datetime) as first_at,
         (array_agg(message order by id desc))[1] as last,
         (array_agg(is_from_customer order by id desc))[1] as last_from,
         max(datetime) filter (where is_from_customer = 0) as sent_at,
         max(datetime) filter (where is_from_customer = 1) as received_at,
         count(*) filter (where is_from_customer = 1 and id > all (
           select id from messages s where s.dealer_id = c.dealer_id and s.chat_id = c.id and s.is_from_customer = 0 and s.purpose <> 'campaign'))::int
           as trailing
       from messages where dealer_id = c.dealer_id and chat_id = c.id and purpose <> 'campaign' having count(*) > 0
     ) m on true`,
  );
  expect(chats.length).toBeGreaterThan(150);
  const waits = await rows<{ count: number }>("select count(*)::int from chats where waiting_since is not null");
  expect(waits[0]?.count).toBeGreaterThan(3);
  await expectNone(`select c.id from chats c where c.waiting_since is distinct from (
    select min(m.datetime) from messages m where m.dealer_id = c.dealer_id and m.chat_id = c.id and m.is_from_customer = 1
      and not exists (select from messages s where s.dealer_id = m.dealer_id and s.chat_id = m.chat_id and s.id > m.id
        and s.is_from_customer = 0))`);
  for (const chat of chats) {
    expect(chat).toMatchObject({ timed: true, answered: true, sent_known: true, received_known: true });
    expect(chat.new_message).toBe(previewOf(chat.last));
    expect(chat.new_message_count).toBeLessThanOrEqual(Number(chat.trailing));
  }
  await expectNone(`select id from chats where is_closed = 0 and chat_time < ${atNow()} - interval '${idleDays} days'`);
  await expectNone("select id from chats where is_closed = 1 and new_message_count > 0");
  await expectNone(`select c.id from customers c where
    messages_received <> (select count(*) from chats h join messages m on m.dealer_id = h.dealer_id and m.chat_id = h.id
      where h.dealer_id = c.dealer_id and h.customer_id = c.id and m.is_from_customer = 1 and m.message_type <> 'voice')
    or messages_sent <> (select count(*) from chats h join messages m on m.dealer_id = h.dealer_id and m.chat_id = h.id
      where h.dealer_id = c.dealer_id and h.customer_id = c.id and m.is_from_customer = 0 and m.purpose <> 'campaign' and m.message_type <> 'voice')`);
});

test("texts lie in the past, within business hours, from members of the location, ordered by id", async () => {
  await expectNone(`select id from messages where datetime > ${atNow()}`);
  await expectNone(`select m.datetime from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
    join locations l on l.dealer_id = c.dealer_id and l.id = c.location_id
    where (m.datetime at time zone l.time_zone)::time not between '9:00' and '19:00:02'`);
  await expectNone(
    "select 1 from messages a join messages b on a.chat_id = b.chat_id and a.id < b.id and a.datetime >= b.datetime",
  );
  await expectNone(`select m.id from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
    left join location_members l on l.dealer_id = m.dealer_id and l.user_id = m.user_id and l.location_id = c.location_id
    where (m.is_from_customer = 1) <> (m.user_id is null and m.purpose = 'conversation')
      or (m.user_id is not null and l.user_id is null)`);
  await expectNone(
    "select message from messages where message ~ '[{}]' or (is_from_customer = 0 and length(message) > 320)",
  );
});

test("every outbound text has its send and reports; the phones have the same conversations", async () => {
  await expectNone(`select m.id from messages m
    left join message_sends s on s.dealer_id = m.dealer_id and s.message_id = m.id and s.attempt = m.attempt
    left join simulated_messages p on p.sid = coalesce(m.provider_sid, s.provider_sid)
    where m.purpose <> 'campaign' and m.message_type <> 'voice' and (p.id is null or p.body <> m.message or p.at <> m.datetime
      or p.status <> m.state or (p.direction = 'from_phone') <> (m.is_from_customer = 1)
      or (m.is_from_customer = 0 and (s.status <> m.state or s.body <> m.message
        or p.reference <> concat_ws('.', m.dealer_id, m.id, m.attempt)
        or not exists (select from message_reports r where r.dealer_id = m.dealer_id and r.message_id = m.id
          and r.attempt = m.attempt and r.status = m.state and r.error_code = s.error_code))))`);
  await expectNone(`select c.id from chats c join customers u on u.dealer_id = c.dealer_id and u.id = c.customer_id
    join phone_numbers n on n.dealer_id = c.dealer_id and n.location_id = c.location_id and n.kind = 'main'
    where (select count(*) from messages where dealer_id = c.dealer_id and chat_id = c.id and message_type <> 'voice') <> (
      select count(*) from simulated_messages where ("from", "to") in ((u.phone, n.number), (n.number, u.phone)))`);
  const states = await rows<{ state: string }>("select distinct state from messages order by 1");
  expect(states.map(({ state }) => state)).toEqual(["delivered", "failed", "received", "sent"]);
  expect(await rows("select error from messages where state = 'failed'")).toEqual([
    { error: refusalOf("30003").words },
  ]);
});

test("one customer has opted out, in the ledger and in the inbox", async () => {
  const optOuts = await rows<{ chat_id: number }>(
    `select h.id as chat_id from suppressions s
     join consent_events e on e.dealer_id = s.dealer_id and e.id = s.event_id and e.phone = s.phone and e.event = 'revoked'
     join customers c on c.dealer_id = s.dealer_id and c.phone = s.phone
     join chats h on h.dealer_id = c.dealer_id and h.customer_id = c.id`,
  );
  expect(optOuts).toHaveLength(1);
  await expectNone("select id from messages where purpose = 'consent' and message not like '%unsubscribed%'");
  expect(await rows("select id from messages where purpose = 'consent'")).toHaveLength(1);
});

test("customers are of all three consent states, in lists, and some of them twice", async () => {
  const call = await app.signIn("owner@demo.rooftop.test");
  for (const consent of ["in", "none", "out"] as const) {
    const { recordsFiltered } = await call(customers.table, { body: { consent } });
    expect(recordsFiltered, consent).toBeGreaterThan(0);
  }
  const all = (await call(lists.table, { body: {} })).data;
  expect(all).toHaveLength(5);
  expect(all.filter(({ customers_count }) => customers_count === 0)).toEqual([]);
  expect((await call(duplicates.all)).data.pairs.length).toBeGreaterThan(1);
});

test("there are open and finished tasks of the team", async () => {
  const call = await app.signIn("owner@demo.rooftop.test");
  for (const show of ["all", "done"] as const) {
    expect((await call(tasks.table, { body: { show } })).data.length, show).toBeGreaterThan(2);
  }
  await expectNone(`select id from tasks where customer_id is null or greatest(created_at, ended_at) > ${atNow()}`);
});

test("leads are assigned by two rules, and two members work hours of their own", async () => {
  const call = await app.signIn("owner@demo.rooftop.test");
  const { rules, team } = (await call(leadAssignment.shown)).data;
  expect(rules).toMatchObject([
    { kind: "service", target: "nobody", next_after: null },
    { kind: "sales", target: "members", most_open: 40, next_after: 15 },
  ]);
  expect(team.filter(({ id }) => rules[1]?.member_ids.includes(id)).map(({ name }) => name)).toEqual([
    "Andre Silva",
    "Dana Kowalski",
    "Priya Raman",
  ]);
  const { members } = (await call(workingHours.list)).data;
  expect(members.filter(({ week }) => week !== null).map(({ name }) => name)).toEqual(["Dana Kowalski", "Priya Raman"]);
  await expectNone(
    `select owner_id from leads where closed_at is null group by owner_id having owner_id is not null and count(*) > 40`,
  );
});

test("there are leads in every stage, answered after they came, and some that nobody has answered", async () => {
  const call = await app.signIn("owner@demo.rooftop.test");
  const { stages, sources } = (await call(leads.options)).data;
  for (const { id, name } of stages) {
    const { recordsFiltered } = await call(leads.table, { body: { show: "all", stage_id: id } });
    expect(recordsFiltered, name).toBeGreaterThan(0);
  }
  expect(sources.length).toBeGreaterThan(4);
  expect((await call(leads.table, { body: { show: "untouched" } })).data.length).toBeGreaterThan(3);
  await expectNone(`select id from leads where customer_id is null
    or greatest(received_at, first_response_at, closed_at) > ${atNow()} or closed_at < first_response_at`);
  await expectNone(`select l.id from leads l join customers c on c.dealer_id = l.dealer_id and c.id = l.customer_id
    where l.received_at < c.created_at`);
  await expectNone(`select l.id from leads l join lateral (select m.to_stage_id from lead_moves m
    where m.dealer_id = l.dealer_id and m.lead_id = l.id order by m.at desc, m.id desc limit 1) last on true
    where last.to_stage_id <> l.stage_id`);
});

test("there are upcoming and past appointments, and every past one has an outcome", async () => {
  const [counts] = await rows<Record<"coming" | "done" | "missed", number>>(
    `select (count(*) filter (where datetime > ${atNow()}))::int as coming,
       (count(*) filter (where status = 1))::int as done, (count(*) filter (where status = 2))::int as missed
     from appointments`,
  );
  expect(counts?.coming).toBeGreaterThan(25);
  expect(counts?.done).toBeGreaterThan(10);
  expect(counts?.missed).toBeGreaterThan(2);
  // What goes on at this moment may be said to have happened, or not yet.
  await expectNone(`select a.id from appointments a, (select ${atNow()} as now) t where created > now
    or (datetime > now and status <> 0) or (appointment_end(datetime, duration) <= now and status = 0)`);
  await expectNone(`select a.id from appointments a join customers c on c.dealer_id = a.dealer_id and c.id = a.customer_id
    where a.location_id <> c.location_id or a.created < c.created_at or (a.datetime < a.created)`);
});

test("every host has a day that can be kept: one customer at a time, none in their time off", async () => {
  const days = await rows<{ count: number; hosts: number; virtual: number }>(
    `select count(*)::int, count(distinct a.host_id)::int as hosts, (count(*) filter (where a.type = 1))::int as virtual
     from appointments a join locations l on l.dealer_id = a.dealer_id and l.id = a.location_id
     where l.title = 'Downtown' and a.host_id is not null group by (a.datetime at time zone l.time_zone)::date`,
  );
  expect(days.length).toBe(18);
  for (const { count, hosts } of days) {
    expect(count).toBeGreaterThanOrEqual(3);
    expect(count).toBeLessThanOrEqual(10);
    expect(hosts).toBeGreaterThanOrEqual(3);
  }
  expect(days.reduce((sum, { virtual }) => sum + virtual, 0)).toBeGreaterThan(20);
  await expectNone(`select a.id from appointments a join appointments b on b.dealer_id = a.dealer_id and b.host_id = a.host_id
    and b.id > a.id and tstzrange(a.datetime, appointment_end(a.datetime, a.duration)) && tstzrange(b.datetime, appointment_end(b.datetime, b.duration))`);
  await expectNone(`select a.id from appointments a join time_off t on t.dealer_id = a.dealer_id and t.user_id = a.host_id
    and tstzrange(a.datetime, appointment_end(a.datetime, a.duration)) && tstzrange(t.starts_at, t.ends_at)`);
  expect(
    await rows("select from meetings m join appointments a on a.id = m.appointment_id and a.status = 0"),
  ).not.toEqual([]);
});

test("everything belongs to the one dealer, and a chat to its customer's location", async () => {
  const tables = await rows<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'dealer_id'",
  );
  const dealers = tables.map(({ name }) => `select dealer_id from ${name}`).join(" union ");
  expect(await rows(dealers)).toHaveLength(1);
  await expectNone(`select c.id from chats c join customers u on u.dealer_id = c.dealer_id and u.id = c.customer_id
    where c.location_id <> u.location_id or c.created_at < u.created_at`);
});

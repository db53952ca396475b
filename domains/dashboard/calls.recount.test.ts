/* Compares every figure, the funnel and every chart with a recount of the raw rows, on random histories: long, because they share one history. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { midnight, periods } from "#core/periods.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { changes } from "#testing/dashboard/changes.ts";
import { addMessages, makeHistory, seededRandom } from "#testing/dashboard/history.ts";
import { inWords, medianOf } from "#testing/dashboard/median.ts";
import { dayIn, type RawRows, readRawRows, recount, recountConversations } from "#testing/dashboard/recount.ts";
import type { Dealership } from "#testing/dealership.ts";
import { isDeep } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import {
  type ChosenPeriod,
  type Dashboard,
  dashboard,
  type FigureKey,
  type FunnelCounts,
  figureKeys,
  funnelFigures,
} from "./contract.ts";
import { isFunnelFigure } from "./server/drillDownStore.ts";
import { rollUp } from "./server/rollUp.ts";

let zone = "America/New_York";
const now = new Date("2026-11-18T15:20:31.417Z");

let app: TestApp;
let dealer: Dealership;
let owner: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  app.clock.set(now);
  owner = await app.signIn(dealer.owner);
  const other = await app.dealership();
  for (const [dealership, seed] of [
    [dealer, 1],
    [other, 2],
  ] as const) {
    await makeHistory(app.pool, dealership, { now, seed, customers: 90, messages: 800 });
  }
});
afterAll(() => app.close());

const ofPeriod = (period: ChosenPeriod["period"]): ChosenPeriod => ({ period, from: "", to: "" });

/** Days by their distance from today. */
function daysAgo(from: number, to: number): ChosenPeriod {
  const [first, last] = [from, to].map((days) => wallTimeAt(midnight(app.clock.now(), zone, -days), zone).date);
  return { period: "custom", from: first ?? "", to: last ?? "" };
}

function shownAs(data: Dashboard, figure: Exclude<FigureKey, "average_response_time" | keyof FunnelCounts>): number {
  return figure in data.parts
    ? data.parts[figure as keyof Dashboard["parts"]]
    : Number(data[figure as keyof Dashboard]);
}

async function expectRecount(chosen: ChosenPeriod, location: "acting" | "all", raw: RawRows): Promise<Dashboard> {
  const { data } = await owner(dashboard.figures, { body: { ...chosen, location } });
  const location_id = location === "all" ? null : dealer.location_id;
  const counted = recount(raw, { now: app.clock.now(), zone, chosen, location_id });
  const { average_response_time, ...all } = counted;
  const numbers = Object.fromEntries(Object.entries(all).filter(([key]) => !isFunnelFigure(key)));
  await expectFunnel(chosen, location, counted);
  const shown = Object.fromEntries(Object.keys(numbers).map((key) => [key, shownAs(data, key as never)]));
  expect(shown).toEqual(Object.fromEntries(Object.entries(numbers).map(([key, ids]) => [key, ids.length])));
  const seconds = raw.responses
    .filter(({ id }) => average_response_time.includes(id))
    .map(({ business_seconds }) => business_seconds)
    .sort((one, two) => one - two);
  expect(data.average_response_time).toBe(inWords(medianOf(seconds)));
  expectPrevious(data, raw, location_id);
  const before = (await owner(dashboard.contactsBefore, { body: { ...chosen, location } })).data.previous;
  expect(before?.from).toBe(data.previous?.from);
  if (before) {
    const range = { since: new Date(before.from), until: new Date(before.to), location_id };
    const { total_conversations: _, ...ids } = recountConversations(raw, range);
    const counts = Object.entries(ids).map(([key, list]) => [key, list.length]);
    expect(before).toMatchObject(Object.fromEntries(counts));
  }
  return data;
}

/** The funnel counts people; each step is a part of the one before. */
async function expectFunnel(chosen: ChosenPeriod, location: "acting" | "all", counted: Record<FigureKey, number[]>) {
  const { data } = await owner(dashboard.funnel, { body: { ...chosen, location } });
  expect(data).toEqual(Object.fromEntries(funnelFigures.map((figure) => [figure, counted[figure].length])));
  const steps = [data.people_texted, data.people_replied, data.people_scheduled, data.people_shown];
  expect(steps.toSorted((one, two) => two - one)).toEqual(steps);
  expect(data.people_opted_out).toBeLessThanOrEqual(data.people_texted);
}

/** The period before, recounted within the bounds that it states. */
function expectPrevious({ previous, from }: Dashboard, raw: RawRows, location_id: number | null): void {
  if (!previous) return;
  const [since, until] = [new Date(previous.from), new Date(previous.to)];
  expect(since.getTime()).toBeLessThan(until.getTime());
  expect(until.getTime(), "the periods don't overlap").toBeLessThanOrEqual(new Date(from).getTime() + 1);
  const isHere = (row: { location_id: number }) => location_id === null || row.location_id === location_id;
  const isThen = (at: Date) => at >= since && at < until;
  const chats = new Set(raw.chats.filter(isHere).map(({ id }) => id));
  const added = raw.customers.filter((one) => isHere(one) && !one.deleted_at && isThen(one.created_at));
  const seconds = raw.responses
    .filter((one) => isHere(one) && isThen(one.answered_at))
    .map(({ business_seconds }) => business_seconds)
    .sort((one, two) => one - two);
  const weekAgo = dayIn(new Date(app.clock.now().getTime() - 7 * 86_400_000), zone);
  expect(previous).toMatchObject({
    new_messages: raw.messages.filter(
      ({ chat_id, is_from_customer, datetime }) => chats.has(chat_id) && is_from_customer === 1 && isThen(datetime),
    ).length,
    new_contacts: added.length,
    appointment_scheduled: new Set(
      raw.appointments.filter((one) => isHere(one) && isThen(one.created)).map(({ customer_id }) => customer_id),
    ).size,
    inbound_leads: added.filter((one) => one.created_by === null && one.upload_id === null).length,
    todays_appointments: raw.appointments.filter((one) => isHere(one) && dayIn(one.datetime, zone) === weekAgo).length,
    average_response_time: inWords(medianOf(seconds)),
  });
}

async function expectAll(): Promise<void> {
  const raw = await readRawRows(app.pool, dealer.dealer_id);
  for (const period of periods.filter((_, at) => isDeep || at % 3 === 0)) {
    await expectRecount(ofPeriod(period), "acting", raw);
  }
  await expectRecount(ofPeriod("year"), "all", raw);
  for (const [from, to] of [
    [40, 12],
    [3, 3],
    [2, 0],
  ] as const) {
    await expectRecount(daysAgo(from, to), "acting", raw);
  }
  await expectRecount(daysAgo(365, 60), "all", raw);
}

const chatsHere = async () =>
  (
    await app.pool.query(
      `select chats.id, chats.location_id, customer_id from chats join customers c on c.id = customer_id
       where chats.dealer_id = $1 and chats.location_id = $2 and c.deleted_at is null order by chats.id`,
      [dealer.dealer_id, dealer.location_id],
    )
  ).rows;

describe("the figures equal the recount", () => {
  test("before any hour is rolled up", expectAll);

  test("with all complete hours rolled up", async () => {
    await rollUp(app.server);
    const { rows } = await app.pool.query(
      "select count(*)::int as hours, sum(sent + received)::int as messages from message_hours",
    );
    expect(rows[0].hours).toBeGreaterThan(100);
    expect(rows[0].messages).toBeGreaterThan(1_200);
    await expectAll();
    await rollUp(app.server);
    await expectAll();
  });

  test("with later messages, and after another day", async () => {
    const random = seededRandom(3);
    for (const hours of [2, 26]) {
      app.clock.advance(hours * 3_600_000);
      owner = await app.signIn(dealer.owner);
      const settings = { now: app.clock.now(), random, count: 60, days: hours / 48 };
      await addMessages(app.pool, dealer, await chatsHere(), settings);
      await expectAll();
      await rollUp(app.server);
      await expectAll();
    }
  });

  test("after a merge and its undo", async () => {
    const [one, two] = await chatsHere();
    const body = { kept_id: one.customer_id, merged_id: two.customer_id };
    const { data } = await owner(duplicates.merge, { body });
    await rollUp(app.server);
    await expectAll();
    await owner(duplicates.undo, { body: { merge_id: data.merge_id } });
    await rollUp(app.server);
    await expectAll();
  });
});

describe("the figures equal the recount at once and after a new rollup, when the past changes and", () => {
  test.each(Object.keys(changes) as (keyof typeof changes)[])("%s", async (change) => {
    const random = seededRandom(change.length);
    const counted = await owner(dashboard.figures, { body: { period: "year", location: "all" } });
    expect(await changes[change](app.pool, dealer, { now: app.clock.now(), random })).toBeGreaterThan(2);
    await expectAll();
    const { data } = await owner(dashboard.figures, { body: { period: "year", location: "all" } });
    expect({ ...data, as_of: "" }).not.toEqual({ ...counted.data, as_of: "" });
    await rollUp(app.server);
    const { rows } = await app.pool.query("select from figure_hours_stale union all select from message_hours_stale");
    expect(rows).toEqual([]);
    await expectAll();
  });

  test("the location's time zone changes", async () => {
    const move = (to: string) =>
      app.pool.query("update locations set time_zone = $1 where dealer_id = $2", [to, dealer.dealer_id]);
    const before = zone;
    zone = "America/Los_Angeles";
    await move(zone);
    await expectAll();
    zone = before;
    await move(zone);
    await expectAll();
  });

  test("a concurrent change commits only after the rollup", async () => {
    const [one, two] = await Promise.all([app.pool.connect(), app.pool.connect()]);
    const { rows } = await app.pool.query(
      `select array_agg(id) as ids from appointments where dealer_id = $1 and status = 0 and datetime < now() - interval '2 days'
       group by date_trunc('day', datetime) having count(*) > 1 limit 1`,
      [dealer.dealer_id],
    );
    const change = "update appointments set status = 1, datetime = date_trunc('hour', datetime) where id = $1";
    await one.query(change, [rows[0].ids[0]]);
    await two.query("begin");
    await two.query(change, [rows[0].ids[1]]);
    await rollUp(app.server);
    await expectAll();
    await two.query("commit");
    await expectAll();
    await rollUp(app.server);
    await expectAll();
    one.release();
    two.release();
  });
});

/** Replies of the period at the acting location by wait, and day by day. */
function expectReplies({ charts, from, last_day, period }: Dashboard, raw: RawRows): void {
  const replies = raw.responses.filter(
    (one) =>
      one.location_id === dealer.location_id &&
      one.answered_at >= new Date(from) &&
      one.answered_at <= app.clock.now() &&
      dayIn(one.answered_at, zone) <= last_day,
  );
  for (const [values, since, until] of [
    [charts.replied_in_5_minutes, 0, 300],
    [charts.replied_in_30_minutes, 300, 1800],
    [charts.replied_later, 1800, Number.POSITIVE_INFINITY],
  ] as const) {
    const waited = replies.filter(({ business_seconds: seconds }) => seconds >= since && seconds < until);
    expect(values.reduce((total, value) => total + value, 0)).toBe(waited.length);
    if (period === "today") continue;
    const byDay = Map.groupBy(waited, ({ answered_at }) => dayIn(answered_at, zone));
    expect(values).toEqual(charts.at.map((day) => byDay.get(day)?.length ?? 0));
  }
}

describe("the charts", () => {
  test.each([...periods, "custom"] as const)("of %s add up to their figures, day by day", async (period) => {
    const raw = await readRawRows(app.pool, dealer.dealer_id);
    const chosen = period === "custom" ? daysAgo(60, 20) : ofPeriod(period);
    const data = await expectRecount(chosen, "acting", raw);
    const { charts, parts } = data;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(Object.fromEntries(Object.entries(charts).map(([key, values]) => [key, values.length]))).toEqual(
      Object.fromEntries(Object.keys(charts).map((key) => [key, charts.at.length])),
    );
    expect(sum(charts.received)).toBe(data.new_messages);
    expect(sum(charts.sent)).toBe(data.messages_sent);
    expect(sum(charts.leads)).toBe(data.inbound_leads);
    expect(sum(charts.serviced)).toBe(parts.leads_serviced);
    expect([sum(charts.pending), sum(charts.completed), sum(charts.no_show)]).toEqual([
      parts.appointments_pending,
      data.apps_shown,
      parts.appointments_no_show,
    ]);
    expect(parts.appointments_in_person + parts.appointments_virtual).toBe(parts.appointments_in_period);
    expect(data.inbound_leads + parts.contacts_by_staff + parts.contacts_imported).toBe(data.new_contacts);
    expectReplies(data, raw);
    if (period === "today") return;
    const ids = new Set(
      recount(raw, { now: app.clock.now(), zone, chosen, location_id: dealer.location_id }).messages_sent,
    );
    const byDay = Map.groupBy(
      raw.messages.filter(({ id }) => ids.has(id)),
      ({ datetime }) => dayIn(datetime, zone),
    );
    expect(charts.sent).toEqual(charts.at.map((day) => byDay.get(day)?.length ?? 0));
  });
});

describe("the rows of", () => {
  test.each(figureKeys)("%s are those that it counts", async (figure) => {
    const raw = await readRawRows(app.pool, dealer.dealer_id);
    for (const [chosen, location] of [
      [ofPeriod("month"), "acting"],
      [ofPeriod("year"), "all"],
      [daysAgo(90, 20), "acting"],
    ] as const) {
      const location_id = location === "all" ? null : dealer.location_id;
      const expected = recount(raw, { now: app.clock.now(), zone, chosen, location_id })[figure];
      const ids: number[] = [];
      let recordsTotal = 0;
      do {
        const body = { figure, ...chosen, location, start: ids.length, length: 500 };
        const answer = await owner(dashboard.drillDown, { body });
        recordsTotal = answer.recordsTotal;
        ids.push(...answer.data.map(({ id }) => id));
      } while (ids.length < recordsTotal);
      expect(recordsTotal).toBe(expected.length);
      expect(ids.sort((one, two) => one - two)).toEqual(expected.toSorted((one, two) => one - two));
    }
  });
});

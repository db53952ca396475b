import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leaderboard } from "#domains/leaderboard/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { catchUpWithAnswers } from "#domains/leads/server/followLeads.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { report } from "#domains/report/contract.ts";
import { sourceReport } from "#domains/tracking/sources/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth, isDeep } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leadGoals } from "../goals/contract.ts";
import { type LeadCounts, leadFigures } from "./contract.ts";
import { leadSteps, reachOf } from "./rules.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const zone = "America/New_York";
/** A history lasts until after the clocks went back, and into the next month. */
const start = new Date("2026-10-21T13:30:00Z");
const sources = ["Google", "Cars.com", ""];
const actions = ["receive", "receive", "move", "move", "answer", "assign", "merge", "undo", "deleteCustomer"] as const;
const rare = ["restoreCustomer", "deleteLead", "duplicate", "rename"] as const;
type LeadHappening = (typeof actions)[number] | (typeof rare)[number];
const happening = fc.tuple(
  fc.constantFrom<LeadHappening>(...actions, ...actions, ...rare),
  fc.nat(20),
  fc.nat(20),
  fc.integer({ min: 1, max: 1_800 }),
);

interface Team {
  readonly owner: Caller;
  readonly manager: Caller;
  readonly agent: Caller;
  readonly ids: readonly number[];
}

async function teamOf(dealer: Dealership): Promise<Team> {
  const [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
  const ids = [];
  for (const call of [owner, manager, agent]) ids.push((await call(accounts.profile)).data.id);
  return { owner, manager, agent, ids };
}

async function live(
  { owner, manager, agent, ids }: Team,
  history: readonly (readonly [LeadHappening, number, number, number])[],
) {
  const people = await Promise.all(Array.from({ length: 4 }, () => addCustomer(agent)));
  const merges: number[] = [];
  const { stages } = (await owner(leads.options)).data;
  const one = <T>(all: readonly T[], at: number) => all[at % all.length] as T;
  const onLead = async (at: number, act: (id: number) => Promise<unknown>) => {
    const { data } = await owner(leads.table, { body: { show: "all", length: -1 } });
    if (data.length > 0) await act(one(data, at).id);
  };
  const acts: Record<LeadHappening, (a: number, b: number) => Promise<unknown>> = {
    receive: (a, b) =>
      agent(leads.add, {
        body: {
          customer_id: one(people, a).id,
          source: one(sources, b),
          owner_id: one([...ids, ""], a + b),
          vehicles: [{ interest: "buy", make: "Honda", model: `Model ${b}` }],
        },
      }),
    move: (a, b) =>
      onLead(a, (id) =>
        agent(leads.move, { params: { id }, body: { stage_id: one(stages, b).id, lost_reason: "Late" } }),
      ),
    duplicate: (a) =>
      onLead(a, (id) =>
        agent(leads.move, { params: { id }, body: { stage_id: stages.at(-1)?.id ?? 0, outcome: "duplicate" } }),
      ),
    answer: async (a, b) => {
      await one([manager, agent], b)(inbox.sendToCustomer, { body: { customer_id: one(people, a).id, message: "Hi" } });
      await catchUpWithAnswers(app.jobServer);
    },
    assign: (a, b) =>
      onLead(a, (id) => manager(leads.assign, { params: { id }, body: { owner_id: one([...ids, ""], b) } })),
    merge: async (a, b) => {
      const pair = { kept_id: one(people, a).id, merged_id: one(people, b).id };
      merges.push((await manager(duplicates.merge, { body: pair })).data.merge_id);
    },
    undo: (a) => manager(duplicates.undo, { body: { merge_id: one(merges, a) } }),
    deleteCustomer: (a, b) =>
      b < 4
        ? manager(customers.remove, { params: { id: one(people, a).id }, body: { cancel_work: 1 } })
        : Promise.resolve(),
    restoreCustomer: (a) => manager(customerDeletion.restore, { body: { customer_ids: [one(people, a).id] } }),
    deleteLead: (a) => onLead(a, (id) => manager(leads.remove, { params: { id } })),
    rename: async (a, b) => {
      const { stages: now } = (await owner(leads.stages)).data;
      const renamed = now.map((stage, at) => (at === a % now.length ? { ...stage, name: `Stage ${a} ${b}` } : stage));
      await owner(leads.saveStages, { body: { stages: renamed, moves: [] } });
    },
  };
  const refused: string[] = [];
  for (const [action, a, b, minutes] of history) {
    app.clock.advance(minutes * 60_000);
    await acts[action](a, b).catch((error: { status?: number }) => refused.push(`${action} ${error.status ?? error}`));
  }
  expect(refused.filter((one) => / (401|5\d\d)$|Error/.test(one))).toEqual([]);
}

/** What a lead reached, read from the stages of its history by their place, and its wait by the location's week. */
const recounted = `
  with weeks as (select day, opens, closes from (values
      ($2::date, 0, 0)) none (day, opens, closes) where false
    union all select d::date, 9 * 60, 18 * 60 from generate_series(date '2026-10-01', date '2026-12-31', interval '1 day') d
      where extract(dow from d) <> 0),
  spans as (select (day + make_interval(mins => opens)) at time zone '${zone}' as opens,
    (day + make_interval(mins => closes)) at time zone '${zone}' as closes from weeks),
  counted as (
    select l.id, l.owner_id, l.source, l.received_at, l.outcome = 'sold' as is_sold, l.closed_at, l.first_response_at,
      (select min(m.at) from lead_moves m where m.dealer_id = l.dealer_id and m.lead_id = l.id
        and m.reason in ('hand', 'appointment', 'visit') and m.to_stage_id in (select id from places where place between 2 and 5)) as c,
      (select min(m.at) from lead_moves m where m.dealer_id = l.dealer_id and m.lead_id = l.id
        and m.reason in ('hand', 'appointment', 'visit') and m.to_stage_id in (select id from places where place between 3 and 5)) as a,
      (select min(m.at) from lead_moves m where m.dealer_id = l.dealer_id and m.lead_id = l.id
        and m.reason in ('hand', 'appointment', 'visit') and m.to_stage_id in (select id from places where place between 4 and 5)) as s,
      case when l.first_response_at is not null then (
        select coalesce(floor(sum(extract(epoch from least(closes, l.first_response_at) - greatest(opens, l.received_at)))), 0)::int
        from spans where closes > l.received_at and opens < l.first_response_at) end as wait
    from leads l where l.dealer_id = $1 and l.deleted_at is null and l.outcome <> 'duplicate' and l.outcome <> 'spam')
  select id::float8, owner_id::float8, source, received_at, wait,
    least(first_response_at, c, case when is_sold then closed_at end) as contacted,
    least(a, case when is_sold then closed_at end) as set,
    least(s, case when is_sold then closed_at end) as shown,
    case when is_sold then closed_at end as sold
  from counted`;

interface RecountedLead {
  readonly id: number;
  readonly owner_id: number | null;
  readonly source: string;
  readonly received_at: Date;
  readonly wait: number | null;
  readonly contacted: Date | null;
  readonly set: Date | null;
  readonly shown: Date | null;
  readonly sold: Date | null;
}

function tally(rows: readonly RecountedLead[]): LeadCounts {
  const waits = rows.flatMap(({ wait }) => wait ?? []).sort((one, other) => one - other);
  const middle = (waits.length - 1) / 2;
  const [low, high] = [waits[Math.floor(middle)] ?? 0, waits[Math.ceil(middle)] ?? 0];
  const count = (step: "contacted" | "set" | "shown" | "sold") => rows.filter((row) => row[step] !== null).length;
  return {
    leads: rows.length,
    contacted: count("contacted"),
    set: count("set"),
    shown: count("shown"),
    sold: count("sold"),
    // Postgres rounds a half to the even number.
    speed_to_lead: waits.length === 0 ? null : Math.round(low + (high - low) / 2 - ((low + high) % 4 === 1 ? 0.5 : 0)),
  };
}

test("every figure of leads equals a recount, whatever happened to them", { timeout: 1_200_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 15, maxLength: 45 }), async (history) => {
      await app.pool.query("delete from rate_limits");
      app.clock.set(start);
      const dealer = await app.dealership();
      await app.pool.query("update locations set time_zone = $2 where dealer_id = $1", [dealer.dealer_id, zone]);
      const team = await teamOf(dealer);
      // A history takes weeks.
      await app.pool.query("update sessions set idle_seconds = 90 * 86400 where dealer_id = $1", [dealer.dealer_id]);
      const week = [null, ...Array.from({ length: 6 }, () => ({ opens: 540, closes: 1_080 }))];
      await team.owner(businessHours.change, { params: { id: dealer.location_id }, body: { week, closed: [] } });
      await app.pool.query("create table if not exists places (id bigint primary key, place int)");
      await app.pool.query("insert into places select id, position from lead_stages where dealer_id = $1", [
        dealer.dealer_id,
      ]);
      await live(team, history);
      const { rows } = await app.pool.query<RecountedLead>(recounted, [dealer.dealer_id, null]);
      await compare(team, dealer, rows);
    }),
    { numRuns: inDepth(40, 5), ...(!isDeep && { seed: 43 }) },
  );
});

async function compare(
  { owner, manager, agent, ids }: Team,
  { location_id }: Dealership,
  recountedLeads: readonly RecountedLead[],
) {
  const wallDay = (at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(at);
  const today = wallDay(app.clock.now());
  for (const [from, to] of [
    ["2026-10-01", today],
    ["2026-10-22", "2026-10-31"],
    ["2026-11-01", "2026-11-01"],
  ] as const) {
    if (to > today) continue;
    const body = { period: "custom" as const, from, to };
    const inside = recountedLeads.filter(
      ({ received_at }) => wallDay(received_at) >= from && wallDay(received_at) <= to,
    );
    const { data } = await agent(leadFigures.summary, { body });
    expect(data).toMatchObject(tally(inside));
    expect((await owner(leadFigures.summary, { body: { ...body, location: "all" } })).data).toMatchObject(
      tally(inside),
    );
    for (const source of sources) {
      const counted = data.sources.find((row) => row.source === source);
      const expected = tally(inside.filter((row) => row.source === source));
      expect(counted ?? tally([])).toMatchObject(expected);
    }
    expect(data.charts.leads.reduce((sum, value) => sum + value, 0)).toBe(inside.length);
    expect(data.charts.serviced.reduce((sum, value) => sum + value, 0)).toBe(data.contacted);
    // A figure opens exactly its rows, in the dialog as in the list.
    for (const step of leadSteps) {
      const expected = inside.filter((row) => step === "leads" || row[step] !== null).map(({ id }) => id);
      const rows = await agent(leadFigures.rows, { body: { ...body, reached: reachOf[step], length: -1 } });
      expect(rows.data.map(({ id }) => id).sort()).toEqual(expected.sort());
      const days = { reached: reachOf[step], from_day: from, to_day: to };
      const listed = await agent(leads.table, { body: { show: "all", ...days, length: -1 } });
      expect(listed.data.map(({ id }) => id).sort()).toEqual(expected);
    }
  }
  const people = (await owner(leaderboard.board, { body: { period: "all" } })).data.leaderboard_data;
  const reported = await manager(report.table, { body: { period: "all", length: -1 } });
  for (const id of ids) {
    const {
      leads: count,
      contacted,
      set,
      shown,
      sold,
      speed_to_lead,
    } = tally(recountedLeads.filter((row) => row.owner_id === id));
    const expected = {
      leads: count,
      leads_contacted: contacted,
      leads_set: set,
      leads_shown: shown,
      leads_sold: sold,
      speed_to_lead,
    };
    expect(people.find((row) => row.id === id)).toMatchObject(expected);
    expect(reported.data.find((row) => row.id === id && row.location_id === location_id)).toMatchObject(expected);
  }
  for (const month of ["2026-10", "2026-11"]) {
    const { members } = (await manager(leadGoals.team, { body: { month } })).data;
    for (const { id, done } of members) {
      const reached = (step: "contacted" | "set" | "shown" | "sold") =>
        recountedLeads.filter((row) => row.owner_id === id && row[step] && wallDay(row[step]).startsWith(month)).length;
      expect(done).toEqual({
        contacted: reached("contacted"),
        set: reached("set"),
        shown: reached("shown"),
        sold: reached("sold"),
      });
    }
  }
}

test("a month's spend is spread over its days, and goes to the source of its name", async () => {
  app.clock.set(new Date("2026-11-15T17:00:00Z"));
  const dealer = await app.dealership();
  const { owner, manager, agent } = await teamOf(dealer);
  for (const [source, month, spend] of [
    ["google", "2026-10", "310"],
    ["google", "2026-11", "300"],
    ["Radio", "2026-11", "60"],
  ] as const)
    await owner(sourceReport.saveSpend, { body: { source, month, spend } });
  for (const number of [1, 2, 3])
    await agent(leads.add, { body: { phone: `212555010${number}`, source: number === 3 ? "" : "Google" } });
  // Half of October's last ten days' worth, and fifteen days of November.
  const body = { period: "custom" as const, from: "2026-10-22", to: "2026-11-15" };
  const { data } = await agent(leadFigures.summary, { body });
  expect(data.sources).toMatchObject([
    { source: "Google", leads: 2, spend: 10_000 + 15_000, cost_per_lead: 12_500 },
    { source: "", leads: 1, spend: null, cost_per_lead: null },
    { source: "Radio", leads: 0, spend: 3_000, cost_per_lead: null },
  ]);
  const file = (await manager(leadFigures.export, { body })).data;
  expect(file.file_name).toBe("lead-sources-2026-10-22-2026-11-15.csv");
  expect(file.csv).toContain("Google,2,0,0,0,0,,250.00,125.00");
});

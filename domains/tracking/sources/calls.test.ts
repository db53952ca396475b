import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { freshPhone } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp } from "#testing/testApp.ts";
import { sourceReport } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const zone = "America/New_York";
const dayMs = 86_400_000;

async function dealership() {
  const dealer = await app.dealership();
  await app.pool.query("update locations set time_zone = $2 where dealer_id = $1", [dealer.dealer_id, zone]);
  const [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
  return { dealer, owner, manager, agent, fixture: createInboxFixture(app, dealer, agent) };
}

/** What happened at a location, with times in days around the first of November by its clocks. */
interface History {
  readonly contacts: readonly { who: number; kind: "call" | "text"; source: string; day: number; answered: boolean }[];
  readonly appointments: readonly { who: number; day: number; status: number }[];
}

const border = Date.parse("2026-11-01T04:00:00Z");
const at = (day: number) => new Date(border + day * dayMs);
/** Quarters of an hour, so that some fall onto a month's border. */
const days = (from: number, to: number) =>
  fc.integer({ min: from * 96, max: to * 96 }).map((quarters) => quarters / 96);
// The last is the main line.
const sources = ["Google", "Facebook", "Radio, 95.5", ""];

const histories: fc.Arbitrary<History> = fc.record({
  contacts: fc.uniqueArray(
    fc.record({
      who: fc.integer({ min: 0, max: 3 }),
      kind: fc.constantFrom("call" as const, "text" as const),
      source: fc.constantFrom(...sources),
      day: fc.oneof(days(-40, 35), fc.constantFrom(0, 30, -1 / 96)),
      answered: fc.boolean(),
    }),
    // Two at one moment would leave open which came last.
    { maxLength: 14, selector: ({ day }) => day },
  ),
  appointments: fc.uniqueArray(
    fc.record({ who: fc.integer({ min: 0, max: 3 }), day: days(-20, 40), status: fc.constantFrom(0, 1, 2) }),
    // Nobody is in two places at one minute.
    { maxLength: 8, selector: ({ who, day }) => `${who} ${day}` },
  ),
});

/** The report by hand, from what happened. */
function recount({ contacts, appointments }: History) {
  const isInside = (day: number) => at(day) >= at(0) && at(day).getTime() < Date.parse("2026-12-01T05:00:00Z");
  return sources.map((source) => {
    const inside = contacts.filter((one) => one.source === source && isInside(one.day));
    const calls = inside.filter(({ kind }) => kind === "call");
    const people = [...new Set(inside.map(({ who }) => who))];
    const first = (who: number) => Math.min(...inside.filter((one) => one.who === who).map(({ day }) => day));
    const isNew = (who: number) => !contacts.some((one) => one.who === who && one.day < first(who));
    const followed = appointments.filter(({ who, day }) => {
      if (!isInside(day)) return false;
      const before = contacts.filter((one) => one.who === who && one.day <= day && one.day > day - 30);
      const last = before.toSorted((a, b) => Number(a.source === "") - Number(b.source === "") || b.day - a.day)[0];
      return last?.source === source;
    });
    return {
      source,
      calls: calls.length,
      answered: calls.filter(({ answered }) => answered).length,
      texts: inside.length - calls.length,
      leads: people.length,
      new_leads: people.filter(isNew).length,
      appointments: followed.length,
      shown: followed.filter(({ status }) => status === 1).length,
    };
  });
}

async function live({ contacts, appointments }: History) {
  const { dealer, manager, fixture } = await dealership();
  const { dealer_id, location_id } = dealer;
  const people = [await fixture.chat(), await fixture.chat(), await fixture.chat(), await fixture.chat()];
  const query = (sql: string, values: unknown[]) => app.pool.query(sql, values);
  for (const { who, kind, source, day, answered } of contacts.toSorted((a, b) => a.day - b.day)) {
    const { chat_id, phone } = people[who] ?? { chat_id: 0, phone: "" };
    if (kind === "call") {
      await query(
        `insert into calls (dealer_id, location_id, chat_id, customer_id, from_number, to_number, sid, started_at, ended_at,
          state, recording_consent, source) select $1, $2, $3, customer_id, $4, '+15185550199', $5, $6, $6, $7, 0, $8
          from chats where dealer_id = $1 and id = $3`,
        [
          dealer_id,
          location_id,
          chat_id,
          phone,
          crypto.randomUUID(),
          at(day),
          answered ? "answered" : "missed",
          source,
        ],
      );
    } else {
      await query(
        `with added as (insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
            values ($1, $3, 1, 'Hi', 'received', $4) returning id)
          insert into tracked_texts (dealer_id, location_id, message_id, number, source, received_at)
          select $1, $2, id, '+15185550199', $5, $4 from added where $5 <> ''`,
        [dealer_id, location_id, chat_id, at(day), source],
      );
    }
  }
  for (const { who, day, status } of appointments) {
    await query(
      `insert into appointments (dealer_id, location_id, customer_id, created_by, title, datetime, created, status)
        select $1, $2, customer_id, (select min(id) from users where dealer_id = $1), 'Test drive', $4, $4, $5
        from chats where dealer_id = $1 and id = $3`,
      [dealer_id, location_id, people[who]?.chat_id, at(day), status],
    );
  }
  return manager;
}

test("every figure equals a recount of what happened, over random months", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const manager = await live(history);
      const { data } = await manager(sourceReport.table, { body: { month: "2026-11" } });
      const expected = recount(history).filter(({ source, leads, appointments }) =>
        source === "Radio, 95.5" ? leads + appointments > 0 : true,
      );
      const nothing = { spend: null, cost_per_lead: null, cost_per_shown: null };
      const shown = data
        .filter(({ source }) => source !== "Website")
        .toSorted((a, b) => a.source.localeCompare(b.source));
      expect(shown).toEqual(
        expected.toSorted((a, b) => a.source.localeCompare(b.source)).map((row) => ({ ...row, ...nothing })),
      );
    }),
    { numRuns: inDepth(25, 6) },
  );
});

test("spend is typed in dollars by month, makes each lead's cost, and goes again", async () => {
  const { owner, manager, agent } = await dealership();
  const month = "2026-11";
  const google = async (call = agent) =>
    (await call(sourceReport.table, { body: { month } })).data.find(({ source }) => source === "Google");
  await owner(sourceReport.saveSpend, { body: { source: "Google", month, spend: "$1,250.50" } });
  expect(await google()).toMatchObject({ spend: 125_050, cost_per_lead: null });
  expect(
    (await agent(sourceReport.table, { body: { month: "2026-10" } })).data.every((row) => row.spend === null),
  ).toBe(true);
  const { data } = await manager(sourceReport.export, { body: { month } });
  expect(data).toMatchObject({
    file_name: "sources-2026-11.csv",
    csv: expect.stringContaining("Google,0,0,0,0,0,0,0,1250.50"),
  });
  await owner(sourceReport.saveSpend, { body: { source: "=cmd|'x'", month, spend: "5" } });
  expect((await manager(sourceReport.export, { body: { month } })).data.csv).toContain("'=cmd");
  await owner(sourceReport.saveSpend, { body: { source: "Google", month, spend: "" } });
  expect(await google()).toMatchObject({ spend: null });
});

test("odd amounts and months are refused at their field, and only the owner says what was spent", async () => {
  const { owner, manager } = await dealership();
  const save = (spend: string, month = "2026-11") =>
    owner(sourceReport.saveSpend, { body: { source: "Google", month, spend } });
  for (const spend of ["-1", "1e9", "10,000,000.01", "ten", "1,23"])
    await expect(save(spend), spend).rejects.toMatchObject({ status: 422, fields: { spend: /./ } });
  for (const month of ["2026-13", "2026-1", "0000-01", "11/2026"])
    await expect(save("5", month), month).rejects.toMatchObject({ status: 422, fields: { month: /./ } });
  await expect(
    manager(sourceReport.saveSpend, { body: { source: "Google", month: "2026-11", spend: "5" } }),
  ).rejects.toMatchObject({ status: 403 });
  const other = await dealership();
  await other.owner(sourceReport.saveSpend, { body: { source: "Bus", month: "2026-11", spend: "5" } });
  const { data } = await manager(sourceReport.table, { body: { month: "2026-11" } });
  expect(data.map(({ source }) => source)).not.toContain("Bus");
});

test("a withheld caller counts as somebody, and spam as nobody", async () => {
  const { dealer, agent } = await dealership();
  for (const [phone, spam] of [
    ["", 0],
    ["", 0],
    [freshPhone(), 1],
  ] as const)
    await app.pool.query(
      `insert into calls (dealer_id, location_id, from_number, to_number, sid, started_at, state, recording_consent, source,
        spam) values ($1, $2, $3, '+15185550199', $4, $5, 'missed', 0, 'Google', $6)`,
      [dealer.dealer_id, dealer.location_id, phone, crypto.randomUUID(), at(3), spam],
    );
  // At another location of the business.
  await app.pool.query(
    `insert into calls (dealer_id, location_id, from_number, to_number, sid, started_at, state, recording_consent, source)
      values ($1, $2, $3, '+15185550198', $4, $5, 'missed', 0, 'Google')`,
    [dealer.dealer_id, dealer.otherLocation_id, freshPhone(), crypto.randomUUID(), at(3)],
  );
  const { data } = await agent(sourceReport.table, { body: { month: "2026-11" } });
  expect(data.find(({ source }) => source === "Google")).toMatchObject({
    calls: 2,
    answered: 0,
    leads: 2,
    new_leads: 2,
  });
});

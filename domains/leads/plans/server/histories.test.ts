import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leadBulk } from "#domains/leads/bulk/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { createPlanFixture, planDraft } from "#testing/leads.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leadPlans } from "../contract.ts";
import { followPlans } from "./enrollments.ts";
import { runDueSteps } from "./runSteps.ts";

/* Whatever happens to leads in plans: one plan at a time, no text after STOP or an end, and no step twice. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const actions = [
  "start",
  "startMany",
  "reply",
  "stop",
  "optIn",
  "edit",
  "merge",
  "close",
  "reopen",
  "teamText",
  "skip",
  "pause",
  "goOn",
  "sendNow",
  "takeOut",
  "turn",
  "deleteCustomer",
  "wait",
  "wait",
  "wait",
] as const;
type PlanHappening = (typeof actions)[number];
/** What was done at least once; the rest was refused each time. */
const happened = new Set<PlanHappening>();
const happening = fc.tuple(fc.constantFrom(...actions), fc.nat(20), fc.nat(20), fc.boolean());

interface Silence {
  readonly phone: string;
  readonly from: Date;
  to: Date | undefined;
}

async function createHistory(dealer: Dealership) {
  const manager: Caller = await app.signIn(dealer.manager);
  const fixture = createPlanFixture(app, dealer, manager);
  const owner_id = (await manager(accounts.profile)).data.id;
  const people: Awaited<ReturnType<typeof fixture.lead>>[] = [];
  for (let at = 0; at < 3; at += 1) people.push(await fixture.lead({ owner_id }));
  const plans = [await fixture.plan(), await fixture.plan({ name: "Second", on_team: "stop" })];
  const { stages } = (await manager(leads.options)).data;
  const silences: Silence[] = [];
  const one = <T>(all: readonly T[], at: number) => all[at % all.length] as T;
  const running = async (at: number) => {
    const { rows } = await app.pool.query<{ id: number }>(
      "select id from lead_plan_enrollments where dealer_id = $1 and state = 'running' order by id",
      [dealer.dealer_id],
    );
    return rows.length === 0 ? undefined : one(rows, at).id;
  };
  const onRunning = async (at: number, act: (id: number) => Promise<unknown>) => {
    const id = await running(at);
    return id === undefined ? false : act(Number(id));
  };
  const nextOf = async (id: number) => {
    const { rows } = await app.pool.query("select next_step from lead_plan_enrollments where id = $1", [id]);
    return { params: { id }, body: { step_id: Number(rows[0].next_step) } };
  };
  const silenced = (phone: string) => silences.find((one) => one.phone === phone && one.to === undefined);

  const acts: Record<PlanHappening, (a: number, b: number) => Promise<unknown>> = {
    start: (a, b) => fixture.start(one(plans, b), one(people, a).id),
    startMany: (a) =>
      manager(leadBulk.startPlan, { body: { lead_ids: people.map(({ id }) => id), plan_id: one(plans, a) } }),
    reply: (a) => fixture.inbound(one(people, a).phone, "Is it still there?"),
    stop: async (a) => {
      const { phone } = one(people, a);
      await fixture.inbound(phone, "STOP");
      if (!silenced(phone)) silences.push({ phone, from: app.clock.now(), to: undefined });
    },
    optIn: async (a) => {
      const { phone } = one(people, a);
      await fixture.inbound(phone, "START");
      const silence = silenced(phone);
      if (silence) silence.to = app.clock.now();
    },
    edit: async (a, b) => {
      const id = one(plans, a);
      const { revision, steps } = (await manager(leadPlans.one, { params: { id } })).data;
      const kept = steps.map(({ here: _, sent: __, replied: ___, ...step }) => step);
      const { id: ____, ...last } = kept.at(-1) ?? { id: 0 };
      const changed = [
        [...kept, { ...last, day: 9, words: `Later ${b}` }].slice(0, 10),
        kept.slice(0, Math.max(1, kept.length - 1)),
        kept.map((step) => ({ ...step, words: `Changed ${b}` })),
        kept.toReversed().map((step, at) => ({ ...step, day: at + 2, minute: 600, after: 0 })),
      ];
      const inside = one(["continue", "finish", "stop"] as const, a);
      return manager(leadPlans.save, {
        params: { id },
        body: { ...planDraft(), revision, inside, steps: one(changed, b) as never },
      });
    },
    merge: async (a, b) => {
      const [kept, merged] = [one(people, a), one(people, b)];
      return manager(duplicates.merge, { body: { kept_id: kept.customer_id, merged_id: merged.customer_id } });
    },
    close: (a, b) => {
      const stage_id = one(
        stages.filter(({ kind }) => kind !== "open"),
        b,
      ).id;
      return manager(leads.move, { params: { id: one(people, a).id }, body: { stage_id, lost_reason: "Too late" } });
    },
    reopen: (a, b) => {
      const stage_id = one(
        stages.filter(({ kind }) => kind === "open"),
        b,
      ).id;
      return manager(leads.move, { params: { id: one(people, a).id }, body: { stage_id } });
    },
    teamText: (a) =>
      manager(inbox.sendToCustomer, { body: { customer_id: one(people, a).customer_id, message: "It's Ann" } }),
    skip: (a) => onRunning(a, async (id) => manager(leadPlans.skip, await nextOf(id))),
    pause: (a, b) => onRunning(a, (id) => manager(leadPlans.pause, { params: { id }, body: { days: 1 + (b % 7) } })),
    goOn: (a) => onRunning(a, (id) => manager(leadPlans.pause, { params: { id }, body: { days: 0 } })),
    sendNow: (a) => onRunning(a, async (id) => manager(leadPlans.sendNow, await nextOf(id))),
    takeOut: (a) => onRunning(a, (id) => manager(leadPlans.takeOut, { params: { id } })),
    turn: (a, b) =>
      manager(leadPlans.turn, {
        params: { id: one(plans, a) },
        body: { is_on: b % 3 === 0 ? 0 : 1, inside: b % 2 === 0 ? "pause" : "stop" },
      }),
    deleteCustomer: async (a, b) =>
      b === 0 && manager(customers.remove, { params: { id: one(people, a).customer_id }, body: { cancel_work: 1 } }),
    wait: async (a, b) => app.clock.advance((1 + ((a * 21 + b) % 60)) * 3_600_000),
  };

  /** Twice each at a time, as two workers may. */
  const work = async () => {
    const both = (act: () => Promise<unknown>) => Promise.all([act(), act()]);
    await app.jobs.runAll();
    await both(() => runDueSteps(app.jobServer));
    await both(() => followPlans(app.jobServer));
    await app.jobs.runAll();
  };
  const act = async (action: PlanHappening, a: number, b: number, works: boolean) => {
    // Sessions end, and no two things happen in the same instant.
    await app.pool.query("update sessions set last_used_at = $1, ends_at = $1::timestamptz + interval '1 day'", [
      app.clock.now(),
    ]);
    const isDone = await acts[action](a, b).then(
      (answer) => answer !== false,
      (error: { status?: number }) => {
        if (error.status === undefined || error.status >= 500) throw error;
        return false;
      },
    );
    if (isDone) happened.add(action);
    app.clock.advance(1_000);
    if (works) await work();
    app.clock.advance(1_000);
  };

  const check = async () => {
    const key = [dealer.dealer_id];
    const { rows: doubled } = await app.pool.query(
      "select lead_id from lead_plan_enrollments where dealer_id = $1 and state = 'running' group by lead_id having count(*) > 1",
      key,
    );
    expect(doubled).toEqual([]);
    const { rows: texts } = await app.pool.query<{ at: Date; phone: string; ended_at: Date | null; client_id: string }>(
      `select m.datetime as at, k.phone, m.client_id, e.ended_at from messages m
       join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
       join customers k on k.dealer_id = c.dealer_id and k.id = c.customer_id
       join lead_plan_sends s on s.dealer_id = m.dealer_id and s.message_id = m.id
       join lead_plan_enrollments e on e.dealer_id = s.dealer_id and e.id = s.enrollment_id
       where m.dealer_id = $1 and m.automatic = 'plan'`,
      key,
    );
    for (const { at, phone, ended_at } of texts) {
      expect(silences.find((one) => one.phone === phone && at > one.from && (!one.to || at < one.to))).toBeUndefined();
      if (ended_at) expect(at.getTime()).toBeLessThanOrEqual(ended_at.getTime());
    }
    expect(new Set(texts.map(({ client_id }) => client_id)).size).toBe(texts.length);
    const { rows: counted } = await app.pool.query<{ count: string }>(
      "select count(*) from messages where dealer_id = $1 and automatic = 'plan'",
      key,
    );
    expect(Number(counted[0]?.count)).toBe(texts.length);
    const { rows: tasks } = await app.pool.query(
      "select task_id from lead_plan_sends where dealer_id = $1 and task_id is not null group by task_id having count(*) > 1",
      key,
    );
    expect(tasks).toEqual([]);
    sent += texts.length;
  };
  return { act, work, check };
}

let sent = 0;

test("one plan at a time, no text after STOP or an end, and no step twice", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 8, maxLength: 30 }), async (history) => {
      await app.pool.query("delete from rate_limits");
      app.jobs.queued.splice(0);
      app.clock.set(new Date("2026-11-20T17:00:00Z"));
      const { act, work, check } = await createHistory(await app.dealership());
      for (const [action, a, b, works] of history) await act(action, a, b, works);
      await work();
      await check();
    }),
    { numRuns: inDepth(80, 8) },
  );
  expect(sent).toBeGreaterThan(0);
  expect(happened.size).toBeGreaterThan(8);
}, 900_000);

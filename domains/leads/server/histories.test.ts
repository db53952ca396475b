import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth, isDeep } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leadAssignment } from "../assignment/contract.ts";
import { watchLeads } from "../assignment/server/watchClocks.ts";
import { leads } from "../contract.ts";
import { leadCounts } from "../counts/contract.ts";
import { catchUpWithAnswers } from "./followLeads.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const actions = [
  "receive",
  "assign",
  "claim",
  "move",
  "answer",
  "merge",
  "undo",
  "deleteCustomer",
  "restoreCustomer",
  "erase",
  "deleteLead",
  "assignByRule",
  "offer",
  "keep",
] as const;
type Happening = (typeof actions)[number];
/** What was done at least once; the rest was refused each time. */
const happened = new Set<Happening>();
/** What happens, with numbers that choose whom and where it happens to. */
const happening = fc.tuple(fc.constantFrom(...actions), fc.nat(20), fc.nat(20));

/** A business that random things happen to. A refused one changes nothing, and is as good as any. */
async function createHistory(dealer: Dealership) {
  const [owner, manager, agent] = await Promise.all(
    [dealer.owner, dealer.manager, dealer.agent].map((email) => app.signIn(email)),
  );
  const staff = [owner, manager, agent] as [Caller, Caller, Caller];
  const ids = await Promise.all(staff.map(async (call) => (await call(accounts.profile)).data.id));
  const people = await Promise.all(Array.from({ length: 4 }, () => addCustomer(staff[2])));
  const merges: number[] = [];
  // Somebody is on shift whenever the test runs.
  const always = { week: Array.from({ length: 7 }, () => ({ opens: 0, closes: 1_440 })), closed: [] };
  await staff[0](businessHours.change, { params: { id: dealer.location_id }, body: always });
  const { stages } = (await staff[0](leads.options)).data;
  const one = <T>(all: readonly T[], at: number) => all[at % all.length] as T;
  const someLead = async (at: number) => {
    const { data } = await staff[0](leads.table, { body: { show: "all", length: -1 } });
    return data.length === 0 ? undefined : one(data, at).id;
  };

  const acts: Record<Happening, (a: number, b: number) => Promise<unknown>> = {
    receive: (a, b) => {
      const vehicles = [{ interest: "buy" as const, year: "2021", make: "Honda", model: `Model ${b % 3}` }];
      return one(staff, b)(leads.add, { body: { customer_id: one(people, a).id, vehicles } });
    },
    assign: async (a, b) =>
      onLead(a, (id) => staff[1](leads.assign, { params: { id }, body: { owner_id: one([...ids, ""], b) } })),
    claim: async (a, b) => onLead(a, (id) => one(staff, b)(leads.claim, { params: { id } })),
    move: async (a, b) =>
      onLead(a, (id) =>
        one(staff, a)(leads.move, { params: { id }, body: { stage_id: one(stages, b).id, lost_reason: "Too late" } }),
      ),
    answer: async (a, b) => {
      app.clock.advance((b + 1) * 7_000);
      await one(staff, b)(inbox.sendToCustomer, { body: { customer_id: one(people, a).id, message: "Hello" } });
      await catchUpWithAnswers(app.jobServer);
    },
    merge: async (a, b) => {
      const pair = { kept_id: one(people, a).id, merged_id: one(people, b).id };
      merges.push((await staff[1](duplicates.merge, { body: pair })).data.merge_id);
    },
    undo: async (a) => staff[1](duplicates.undo, { body: { merge_id: one(merges, a) } }),
    deleteCustomer: (a) => staff[1](customers.remove, { params: { id: one(people, a).id }, body: { cancel_work: 1 } }),
    restoreCustomer: (a) => staff[1](customerDeletion.restore, { body: { customer_ids: [one(people, a).id] } }),
    erase: async (a, b) =>
      b === 0 &&
      staff[0](customerErasure.erase, {
        params: { id: one(people, a).id },
        body: { confirmation: "ERASE", reason: "They asked" },
      }),
    assignByRule: async (a, b) => {
      const { version } = (await staff[1](leadAssignment.shown)).data;
      const chosen = { target: "members" as const, member_ids: [one(ids, a), one(ids, b)] };
      const asked = { is_on: 1, kind: "" as const, sources: [], vehicle_status: "" as const, most_open: b };
      const rules = b === 0 ? [] : [{ ...asked, ...chosen, next_after: 1 + (a % 3) }];
      await staff[1](leadAssignment.save, { body: { version, known_first: a % 2, rules } });
      await app.jobs.runAll();
    },
    offer: async (_, b) => {
      app.clock.advance((b + 1) * 60_000);
      await watchLeads(app.jobServer);
    },
    keep: async (a, b) => onLead(a, (id) => one(staff, b)(leadAssignment.keep, { params: { id } })),
    deleteLead: async (a, b) => b < 5 && onLead(a, (id) => staff[1](leads.remove, { params: { id } })),
  };
  const onLead = async (at: number, act: (id: number) => Promise<unknown>) => {
    const id = await someLead(at);
    return id === undefined ? false : act(id);
  };
  const act = async (action: Happening, a: number, b: number) => {
    const isDone = await acts[action](a, b).then(
      (answer) => answer !== false,
      () => false,
    );
    if (isDone) happened.add(action);
  };
  return { staff, act };
}

/** What holds of a business's leads whatever happened. */
async function brokenRules(dealer_id: number): Promise<string[]> {
  const rules: Record<string, string> = {
    "closed exactly in a won or lost stage": `(l.closed_at is null) <> (s.kind = 'open')`,
    "sold exactly in a won stage": `(l.outcome = 'sold') <> (s.kind = 'won')`,
    "moving on only from an owner, open and unanswered": `l.answer_due_at is not null and (l.owner_id is null
      or l.closed_at is not null or l.first_response_at is not null or l.answer_rule_id is null)`,
    "to be assigned only without an owner": `l.assignment <> '' and l.owner_id is not null`,
    "offered at most three times": "l.offers > 3",
    "in a stage that exists": "s.removed_at is not null",
    "answered after it came": "l.first_response_at < l.received_at",
    "answered by somebody": "(l.first_response_at is null) <> (l.first_response_by is null)",
    "asked about first when it came": "l.inquired_at < l.received_at",
    "in the stage that its last move says": `l.stage_id <> (select m.to_stage_id from lead_moves m where m.dealer_id = l.dealer_id
      and m.lead_id = l.id and m.to_stage_id is not null order by m.id desc limit 1)`,
    "of the owner that its moves say": `l.owner_id is distinct from (select m.to_owner_id from lead_moves m where m.dealer_id = l.dealer_id
      and m.lead_id = l.id and m.from_owner_id is distinct from m.to_owner_id order by m.id desc limit 1)`,
    "of at least one inquiry": `not exists (select from lead_inquiries i where i.dealer_id = l.dealer_id and i.lead_id = l.id)`,
    "moving on from where it was": `exists (select from (select m.from_stage_id, lag(m.to_stage_id) over (order by m.id) as was
      from lead_moves m where m.dealer_id = l.dealer_id and m.lead_id = l.id and m.to_stage_id is not null) moves
      where moves.was <> moves.from_stage_id)`,
  };
  const broken: string[] = [];
  for (const [rule, isBroken] of Object.entries(rules)) {
    const { rows } = await app.pool.query(
      `select l.id from leads l join lead_stages s on s.dealer_id = l.dealer_id and s.id = l.stage_id
       where l.dealer_id = $1 and (${isBroken})`,
      [dealer_id],
    );
    if (rows.length > 0) broken.push(rule);
  }
  return broken;
}

test("whatever happens to leads, each has one owner and one stage, and counts equal a recount", {
  timeout: 1_200_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 10, maxLength: 40 }), async (history) => {
      await app.pool.query("delete from rate_limits");
      const dealer = await app.dealership();
      const { staff, act } = await createHistory(dealer);
      for (const [action, a, b] of history) await act(action, a, b);
      expect(await brokenRules(dealer.dealer_id)).toEqual([]);
      const [owner] = staff;
      const { data } = await owner(leads.table, { body: { show: "all", length: -1 } });
      const open = data.filter(({ closed_at }) => closed_at === null);
      expect((await owner(leadCounts.views)).data).toMatchObject({
        open: open.length,
        untouched: open.filter(({ first_response_at }) => first_response_at === null).length,
        unassigned: open.filter(({ owner_id }) => owner_id === null).length,
        has_any: data.length > 0,
      });
      const { stages } = (await owner(leads.stages)).data;
      for (const { id, name, leads: count } of stages)
        expect(data.filter(({ stage_id }) => stage_id === id).length, name).toBe(count);
    }),
    { numRuns: inDepth(60, 5), ...(!isDeep && { seed: 34 }) },
  );
  if (isDeep) expect(actions.filter((action) => !happened.has(action))).toEqual([]);
});

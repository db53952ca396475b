/* As long as what rules do with a lead, from its arrival to a manager, each tried over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BodyOf } from "#core/call.ts";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { timeOff } from "#domains/appointments/timeOff/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { team } from "#domains/team/contract.ts";
import { workingHours } from "#domains/team/workingHours/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leads } from "../contract.ts";
import { leadAssignment } from "./contract.ts";
import { assignReceived } from "./server/assignLeads.ts";
import { watchLeads } from "./server/watchClocks.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;
let [owner_id, manager_id, agent_id] = [0, 0, 0];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
const signIn = async () => {
  await app.pool.query("delete from rate_limits");
  [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
};
/** A Monday, 10 AM in New York, in the week whose end changes the clocks. */
const monday = "2030-03-04T15:00:00Z";
beforeEach(async () => {
  app.clock.set(new Date(monday));
  dealer = await app.dealership();
  await signIn();
  const ids = [owner, manager, agent].map(async (call) => (await call(accounts.profile)).data.id);
  [owner_id = 0, manager_id = 0, agent_id = 0] = await Promise.all(ids);
});

type RuleBody = BodyOf<typeof leadAssignment.save>["rules"] extends readonly (infer R)[] ? R : never;
const rule = (more: object = {}) => ({
  is_on: 1,
  kind: "" as const,
  sources: [] as string[],
  vehicle_status: "" as const,
  target: "members" as const,
  member_ids: [agent_id],
  most_open: "",
  next_after: "",
  ...more,
});
const shown = async (call = manager) => (await call(leadAssignment.shown)).data;
const save = async (rules: object[], more: object = {}, call = manager) => {
  const { version } = await shown(call);
  return (await call(leadAssignment.save, { body: { version, known_first: 1, rules: rules as RuleBody[], ...more } }))
    .data;
};
const receive = async (more: object = {}) => {
  const body = { first_name: "Rita", last_name: "Moss", phone: freshPhone(), ...more };
  const { id } = (await manager(leads.add, { body })).data;
  await app.jobs.runAll();
  return id;
};
const one = async (id: number) => (await manager(leads.one, { params: { id } })).data;
const ownerOf = async (id: number) => (await one(id)).owner_id;
const minutes = async (count: number) => {
  app.clock.advance(count * 60_000);
  await watchLeads(app.jobServer);
};
const news = async (call: Caller) =>
  (await call(notifications.list)).data.notifications.filter(({ kind }) => kind === "lead");
const addAgent = async (first_name: string) => {
  const email = `${first_name}-${dealer.dealer_id}@example.com`;
  const body = { first_name, last_name: "Tester", email, password: "Test-password-1" };
  return (await owner(team.add, { body })).data.id;
};

describe("a lead that comes in", () => {
  test("stays as it is without rules, and everybody hears of it", async () => {
    const id = await receive();
    expect(await one(id)).toMatchObject({ owner_id: null, answer_due_at: null, history: [{ reason: "added" }] });
    expect(await news(agent)).toHaveLength(1);
  });

  test("goes in turn to the team of the rule that fits, and its owner alone hears of it, once", async () => {
    const dana = await addAgent("Dana");
    await save([rule({ kind: "service", member_ids: [manager_id] }), rule({ member_ids: [agent_id, dana] })]);
    const ids = [await receive(), await receive(), await receive(), await receive()];
    const owners = await Promise.all(ids.map(ownerOf));
    expect(owners.toSorted()).toEqual([agent_id, agent_id, dana, dana].toSorted());
    expect(await news(agent)).toMatchObject([{ title: "New lead: Rita Moss" }, { title: "New lead: Rita Moss" }]);
    expect(await news(owner)).toEqual([]);
    expect((await one(ids[0] ?? 0)).history).toMatchObject([
      { reason: "assigned", by: "", from_owner: "", to_owner: "Agent Tester" },
      { reason: "added" },
    ]);
  });

  test("waits to be claimed when no rule fits, or the rule says no one", async () => {
    await save([rule({ kind: "parts" }), rule({ target: "nobody", member_ids: [], sources: ["CarSpot"] })]);
    expect(await ownerOf(await receive({ source: "carspot" }))).toBeNull();
    expect(await ownerOf(await receive())).toBeNull();
    expect(await news(agent)).toHaveLength(2);
    await minutes(1);
    expect(await news(agent)).toHaveLength(2);
  });

  test("fits by source and by the vehicle's status", async () => {
    const vehicle = { interest: "buy" as const, make: "Honda" };
    await save([
      rule({ sources: ["AutoGrove", "CarSpot"], member_ids: [manager_id] }),
      rule({ vehicle_status: "new", member_ids: [owner_id] }),
      rule(),
    ]);
    expect(await ownerOf(await receive({ source: "CarSpot" }))).toBe(manager_id);
    expect(await ownerOf(await receive({ vehicles: [{ ...vehicle, status: "new" }] }))).toBe(owner_id);
    expect(await ownerOf(await receive({ vehicles: [{ ...vehicle, status: "used" }] }))).toBe(agent_id);
  });

  test("isn't touched when it has an owner, was claimed or is closed by then", async () => {
    await save([rule({ member_ids: [manager_id] })]);
    expect(await ownerOf(await receive({ owner_id: agent_id }))).toBe(agent_id);
    const body = { first_name: "Sam", phone: freshPhone() };
    const { id } = (await manager(leads.add, { body })).data;
    await agent(leads.claim, { params: { id } });
    await app.jobs.runAll();
    expect(await ownerOf(id)).toBe(agent_id);
    const other = (await manager(leads.add, { body: { ...body, phone: freshPhone() } })).data.id;
    const { stages } = (await manager(leads.options)).data;
    const lost = stages.find(({ kind }) => kind === "lost")?.id ?? 0;
    await agent(leads.move, { params: { id: other }, body: { stage_id: lost, outcome: "spam" } });
    await app.jobs.runAll();
    expect(await ownerOf(other)).toBeNull();
  });

  test("of a known customer goes to their own salesperson on shift, unless the location doesn't want that", async () => {
    await save([rule({ member_ids: [manager_id] })]);
    const { id: customer_id } = await addCustomer(agent);
    const other = { phone: "", customer_id, vehicles: [{ interest: "buy", make: "Kia" }] };
    const vehicles = [{ interest: "buy", make: "Ford" }];
    const first = await receive({ phone: "", customer_id, owner_id: agent_id, vehicles });
    const second = await receive(other);
    expect(second).not.toBe(first);
    expect(await one(second)).toMatchObject({ owner_id: agent_id, history: [{ reason: "known" }, {}] });
    await save([rule({ member_ids: [manager_id] })], { known_first: 0 });
    expect(await ownerOf(await receive({ ...other, vehicles: [{ interest: "buy", make: "Saab" }] }))).toBe(manager_id);
    await save([rule({ member_ids: [manager_id] })]);
    const off = { starts: "2030-03-04T00:00", ends: "2030-03-05T00:00", reason: "" };
    await agent(timeOff.add, { body: { user_id: agent_id, ...off } });
    expect(await ownerOf(await receive({ ...other, vehicles: [{ interest: "buy", make: "BMW" }] }))).toBe(manager_id);
  });
});

describe("who is on shift", () => {
  test("a lead waits until somebody comes on shift, and everybody hears of it meanwhile", async () => {
    const week = Array.from({ length: 7 }, () => ({ opens: 11 * 60, closes: 12 * 60 }));
    await agent(workingHours.change, { params: { user_id: agent_id }, body: { week } });
    await save([rule()]);
    expect((await shown()).on_shift.map(({ id }) => id)).not.toContain(agent_id);
    const id = await receive();
    expect(await ownerOf(id)).toBeNull();
    expect(await news(owner)).toHaveLength(1);
    await minutes(59);
    expect(await ownerOf(id)).toBeNull();
    await minutes(1);
    expect(await ownerOf(id)).toBe(agent_id);
    expect(await news(owner)).toHaveLength(1);
    expect(await news(agent)).toHaveLength(2);
  });

  test("nobody is on a closed day or in their time off", async () => {
    await save([rule({ target: "everyone", member_ids: [] })]);
    const hours = { week: Array.from({ length: 7 }, () => ({ opens: 0, closes: 1440 })), closed: ["2030-03-04"] };
    await manager(businessHours.change, { params: { id: dealer.location_id }, body: hours });
    const id = await receive();
    expect(await ownerOf(id)).toBeNull();
    expect((await shown()).on_shift).toEqual([]);
    await manager(businessHours.change, { params: { id: dealer.location_id }, body: { ...hours, closed: [] } });
    const off = { starts: "2030-03-04T00:00", ends: "2030-03-05T00:00", reason: "" };
    for (const user_id of [agent_id, owner_id]) await manager(timeOff.add, { body: { user_id, ...off } });
    await minutes(1);
    expect(await ownerOf(id)).toBe(manager_id);
  });

  test("a lead waits while everybody has as many open leads as the rule allows", async () => {
    await save([rule({ most_open: 1 })]);
    const first = await receive();
    const second = await receive();
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([agent_id, null]);
    await manager(leads.remove, { params: { id: first } });
    await minutes(1);
    expect(await ownerOf(second)).toBe(agent_id);
  });

  test("agents set their own hours, managers anyone's here; none are the location's", async () => {
    const week = [null, { opens: 600, closes: 660 }, null, null, null, null, null];
    const change = (call: Caller, user_id: number, body: { week: typeof week | null }) =>
      call(workingHours.change, { params: { user_id }, body });
    await change(agent, agent_id, { week });
    await expect(change(agent, manager_id, { week })).rejects.toMatchObject({ status: 403 });
    await change(manager, agent_id, { week: null });
    const other = await app.signIn(dealer.otherAgent);
    const other_id = (await other(accounts.profile)).data.id;
    await expect(change(manager, other_id, { week })).rejects.toMatchObject({ status: 404 });
    await change(manager, owner_id, { week });
    const { members, week: location } = (await agent(workingHours.list)).data;
    expect(members.find(({ user_id }) => user_id === agent_id)?.week).toBeNull();
    expect(members.find(({ user_id }) => user_id === owner_id)?.week).toEqual(week);
    expect(location[1]).toEqual({ opens: 540, closes: 1080 });
    const backwards = week.with(1, { opens: 660, closes: 600 });
    await expect(change(agent, agent_id, { week: backwards })).rejects.toMatchObject({ status: 422 });
  });
});

describe("a rule's clock", () => {
  test("warns the owner, moves an unanswered lead three times, and ends with a manager", async () => {
    const others = [await addAgent("Ann"), await addAgent("Ben"), await addAgent("Cem"), await addAgent("Dee")];
    await save([rule({ member_ids: [agent_id, ...others], next_after: 15 })]);
    const id = await receive();
    const lead = await one(id);
    expect(lead).toMatchObject({ owner_id: agent_id, answer_due_at: "2030-03-04T15:15:00.000Z" });
    expect(await news(agent)).toMatchObject([{ text: "Moves to the next person at 10:15 AM" }]);
    await minutes(9);
    expect(await news(agent)).toHaveLength(1);
    await minutes(1);
    await minutes(1);
    expect(await news(agent)).toMatchObject([
      { title: "Still waiting: Rita Moss", text: "Moves to the next person at 10:15 AM" },
      {},
    ]);
    await minutes(4);
    const second = await one(id);
    expect(second).toMatchObject({
      owner_id: others[0],
      answer_due_at: "2030-03-04T15:30:00.000Z",
      history: [{ reason: "offered", unanswered_minutes: 15, to_owner: "Ann Tester" }, {}, {}],
    });
    expect((await news(agent))[0]).toMatchObject({ title: "Lead moved on: Rita Moss", text: "Ann Tester has it now" });
    const owners = [second.owner_id];
    for (let at = 0; at < 3; at += 1) {
      await minutes(15);
      owners.push(await ownerOf(id));
    }
    expect(new Set([agent_id, ...owners]).size).toBe(5);
    expect(await one(id)).toMatchObject({
      owner_id: manager_id,
      answer_due_at: null,
      history: [{ reason: "returned", to_owner: "Manager Tester" }, {}, {}, {}, {}, {}],
    });
    expect((await news(manager))[0]).toMatchObject({ title: "Unanswered lead: Rita Moss" });
    await minutes(60);
    expect(await ownerOf(id)).toBe(manager_id);
  });

  const startClock = async () => {
    await save([rule({ member_ids: [agent_id, manager_id], next_after: 15 })]);
    app.clock.advance(1);
    const id = await receive();
    expect(await one(id)).toMatchObject({ answer_due_at: expect.any(String) });
    return id;
  };
  const params = (id: number) => ({ params: { id } });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ["keeping it", async (id) => (await callerOf(id))(leadAssignment.keep, params(id))],
    ["claiming it", async (id) => (await callerOf(id))(leads.claim, params(id))],
    [
      "assigning it by hand",
      async (id) => manager(leads.assign, { ...params(id), body: { owner_id: await ownerOf(id) } }),
    ],
    [
      "moving it by hand",
      async (id) => {
        const { stages } = (await agent(leads.options)).data;
        return agent(leads.move, { ...params(id), body: { stage_id: stages[1]?.id ?? 0 } });
      },
    ],
    [
      "answering",
      async (id) => {
        const { customer_id } = await one(id);
        app.clock.advance(14 * 60_000);
        return agent(inbox.sendToCustomer, { body: { customer_id: customer_id ?? 0, message: "Hello" } });
      },
    ],
  ])("ends by %s", async (_, end) => {
    const id = await startClock();
    const before = await ownerOf(id);
    await end(id);
    await minutes(30);
    expect(await one(id)).toMatchObject({ owner_id: before, answer_due_at: null });
  });
  const callerOf = async (id: number) => ((await ownerOf(id)) === agent_id ? agent : manager);

  test("is kept by its owner alone, who is named", async () => {
    const id = await startClock();
    const [own, other] = (await ownerOf(id)) === agent_id ? [agent, manager] : [manager, agent];
    await expect(other(leadAssignment.keep, params(id))).rejects.toMatchObject({ status: 409 });
    await own(leadAssignment.keep, params(id));
    await own(leadAssignment.keep, params(id));
    const { history } = await one(id);
    expect(history.filter(({ reason }) => reason === "kept")).toHaveLength(1);
  });

  test("ends when its rule is deleted, turned off or has no clock anymore", async () => {
    for (const change of [undefined, { is_on: 0 }, { next_after: "" }]) {
      const id = await startClock();
      const { rules } = await shown();
      const [first] = rules;
      await save(
        change ? [{ ...rule({ member_ids: first?.member_ids }), id: first?.id, next_after: 15, ...change }] : [],
      );
      await minutes(15);
      expect(await one(id)).toMatchObject({ answer_due_at: null, history: [{ reason: "assigned" }, {}] });
    }
  });

  test("counts business hours: over the night, a closed day and the change of the clocks", async () => {
    await save([rule({ member_ids: [agent_id, manager_id], next_after: 60 })]);
    app.clock.set(new Date("2030-03-09T22:30:00Z")); // Saturday, half an hour before closing.
    await signIn();
    const id = await receive();
    // Monday at 9:30 AM, an hour earlier by UTC than the Monday before.
    expect(await one(id)).toMatchObject({ answer_due_at: "2030-03-11T13:30:00.000Z" });
    const week = (await manager(businessHours.show, { params: { id: dealer.location_id } })).data.week;
    const change = { params: { id: dealer.location_id }, body: { week, closed: ["2030-03-11"] } };
    await manager(businessHours.change, change);
    const before = await ownerOf(id);
    app.clock.set(new Date("2030-03-11T13:30:00Z"));
    await watchLeads(app.jobServer);
    await signIn();
    expect(await one(id)).toMatchObject({ owner_id: before, answer_due_at: "2030-03-12T13:30:00.000Z" });
    app.clock.set(new Date("2030-03-12T13:30:00Z"));
    await watchLeads(app.jobServer);
    await signIn();
    expect(await ownerOf(id)).not.toBe(before);
  });

  test("moves a lead to a manager at once when nobody else is in the rule", async () => {
    await save([rule({ next_after: 5 })]);
    const id = await receive();
    await minutes(5);
    expect(await one(id)).toMatchObject({ owner_id: manager_id, history: [{ reason: "returned" }, {}, {}] });
  });
});

describe("many at once", () => {
  test("50 assigners and 20 claimers of a lead make one owner and one move", async () => {
    await save([rule({ member_ids: [agent_id, manager_id] })]);
    const body = { first_name: "Rita", phone: freshPhone() };
    const { id: lead_id } = (await manager(leads.add, { body })).data;
    const { dealer_id, location_id } = dealer;
    const assigners = Array.from({ length: 50 }, () =>
      assignReceived(app.jobServer, { dealer_id, location_id, lead_id }),
    );
    const claimers = Array.from({ length: 20 }, (_, at) =>
      [owner, manager, agent][at % 3]?.(leads.claim, { params: { id: lead_id } }),
    );
    await Promise.allSettled([...assigners, ...claimers]);
    await Promise.all(assigners);
    const { history, owner_id: last } = await one(lead_id);
    const moves = history.filter(({ to_owner }) => to_owner !== null);
    expect(moves).toHaveLength(1);
    expect(["assigned", "claimed"]).toContain(moves[0]?.reason);
    expect(last).not.toBeNull();
  });

  test("20 leads at once are shared fairly, and a lead is given once however often its job runs", async () => {
    const dana = await addAgent("Dana");
    await save([rule({ member_ids: [agent_id, manager_id, dana] })]);
    const { dealer_id, location_id } = dealer;
    const ids: number[] = [];
    for (let at = 0; at < 20; at += 1)
      ids.push((await manager(leads.add, { body: { first_name: "Rita", phone: freshPhone() } })).data.id);
    await Promise.all(
      [...ids, ...ids].map((lead_id) => assignReceived(app.jobServer, { dealer_id, location_id, lead_id })),
    );
    const owners = await Promise.all(ids.map(ownerOf));
    const counts = [agent_id, manager_id, dana].map((id) => owners.filter((one) => one === id).length);
    expect(counts.toSorted()).toEqual([6, 7, 7]);
  });

  test("clocks that are looked at in parallel move a lead once", async () => {
    const dana = await addAgent("Dana");
    await save([rule({ member_ids: [agent_id, dana], next_after: 10 })]);
    const id = await receive();
    app.clock.advance(10 * 60_000);
    await Promise.all(Array.from({ length: 8 }, () => watchLeads(app.jobServer)));
    expect((await one(id)).history.map(({ reason }) => reason)).toEqual(["offered", "assigned", "added"]);
  });

  test("a lead isn't given to somebody who is deactivated meanwhile", async () => {
    const dana = await addAgent("Dana");
    await save([rule({ member_ids: [dana] })]);
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1)
      ids.push((await manager(leads.add, { body: { first_name: "Rita", phone: freshPhone() } })).data.id);
    const { dealer_id, location_id } = dealer;
    const assign = (lead_id: number) => assignReceived(app.jobServer, { dealer_id, location_id, lead_id });
    await Promise.all([...ids.map(assign), owner(team.remove, { params: { id: dana }, body: { is_active: 0 } })]);
    expect(await Promise.all(ids.map(ownerOf))).not.toContain(dana);
  });
});

describe("who left", () => {
  test("drops out of the rule, whose leads wait to be claimed when nobody is left in it", async () => {
    const dana = await addAgent("Dana");
    await save([rule({ member_ids: [agent_id, dana], next_after: 15 })]);
    await owner(team.remove, { params: { id: dana }, body: { is_active: 0 } });
    expect(await ownerOf(await receive())).toBe(agent_id);
    expect(await ownerOf(await receive())).toBe(agent_id);
    const { rules, team: here } = await shown();
    expect(rules[0]?.member_ids).toEqual([agent_id, dana].toSorted());
    expect(here.map(({ id }) => id)).not.toContain(dana);
    await owner(team.update, {
      params: { id: agent_id },
      body: {
        first_name: "Agent",
        last_name: "Tester",
        email: dealer.agent,
        password: "",
        location_ids: [dealer.otherLocation_id],
      },
    });
    expect(await ownerOf(await receive())).toBeNull();
    expect(await ownerOf(await receive())).toBeNull();
    // Its rule can be moved and saved, as long as its team stays as it is.
    const [first] = (await shown()).rules;
    await save([{ ...rule(), ...first, is_on: 1, most_open: "", next_after: "" }]);
    await expect(save([rule({ member_ids: [dana] })])).rejects.toMatchObject({
      fields: { "rules.0.member_ids": "Select people who work at this location" },
    });
  });
});

describe("the rules", () => {
  test("are kept in order, and each change is in the trail", async () => {
    const first = await save([rule({ kind: "sales" }), rule({ kind: "service", target: "nobody", member_ids: [] })]);
    expect(first.rules.map(({ kind }) => kind)).toEqual(["sales", "service"]);
    const again = await save(
      first.rules
        .toReversed()
        .map((one) => ({ ...one, is_on: 0, most_open: one.most_open ?? "", next_after: one.next_after ?? "" })),
    );
    expect(again.rules.map(({ id, kind, is_on }) => [id, kind, is_on])).toEqual([
      [first.rules[1]?.id, "service", false],
      [first.rules[0]?.id, "sales", false],
    ]);
    const trail = "select detail from audit_log where subject = 'lead assignment' and dealer_id = $1";
    expect((await app.pool.query(trail, [dealer.dealer_id])).rows).toHaveLength(2);
  });

  test("aren't overwritten by somebody who hasn't seen them", async () => {
    const { version } = await shown();
    const saves = Array.from({ length: 8 }, (_, at) =>
      manager(leadAssignment.save, {
        body: { version, known_first: 1, rules: [rule({ most_open: at + 1 })] as unknown as RuleBody[] },
      }),
    );
    const results = await Promise.allSettled(saves);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.status] : []));
    expect(new Set(refused)).toEqual(new Set([409]));
    expect((await shown()).rules).toHaveLength(1);
  });

  test.each<[string, object, string, string]>([
    ["a team of nobody", { member_ids: [] }, "member_ids", "Select at least one person"],
    ["negative minutes", { next_after: -5 }, "next_after", "Enter whole minutes from 1, or leave it empty"],
    ["no minutes", { next_after: 0 }, "next_after", "Enter whole minutes from 1, or leave it empty"],
    ["parts of a minute", { next_after: 1.5 }, "next_after", "Enter whole minutes from 1, or leave it empty"],
    ["more than a week", { next_after: 10_081 }, "next_after", "Enter at most 10,080"],
    ["no open leads", { most_open: 0 }, "most_open", "Enter a whole number from 1, or leave it empty"],
    ["another target", { target: "all" }, "target", "Select who gets these leads"],
    ["another kind", { kind: "boats" }, "kind", "Select a kind of lead"],
    ["an empty source", { sources: [""] }, "sources.0", "Enter a source"],
    ["many sources", { sources: Array.from({ length: 21 }, String) }, "sources", "Select up to 20 sources"],
    [
      "many people",
      { member_ids: Array.from({ length: 201 }, (_, at) => at + 1) },
      "member_ids",
      "Select up to 200 people",
    ],
    ["somebody unknown", { member_ids: [987_654] }, "member_ids", "Select people who work at this location"],
  ])("refuse %s at the field", async (_, more, field, message) => {
    await expect(save([rule(more)])).rejects.toMatchObject({
      status: 422,
      fields: { [`rules.0.${field}`]: message },
    });
  });

  test("aren't read or saved by agents, nor of another location", async () => {
    await expect(shown(agent)).rejects.toMatchObject({ status: 403 });
    const { rules } = await save([rule()]);
    const elsewhere = (await app.dealership()).owner;
    const stranger = await app.signIn(elsewhere);
    expect((await shown(stranger)).rules).toEqual([]);
    await expect(
      save([{ ...rule(), id: rules[0]?.id, target: "everyone", member_ids: [] }], {}, stranger),
    ).rejects.toMatchObject({
      status: 422,
    });
    expect((await shown()).rules).toHaveLength(1);
  });

  test("say who would get a lead, and assign nothing", async () => {
    const { rules } = await save([rule({ kind: "sales" }), rule({ kind: "parts", target: "nobody", member_ids: [] })]);
    const preview = async (body: object) => (await manager(leadAssignment.preview, { body })).data;
    const id = rules[0]?.id;
    expect(await preview({})).toEqual({ to: "member", user_id: agent_id, name: "Agent Tester", rule_id: id });
    expect(await preview({ kind: "parts" })).toMatchObject({ to: "nobody", rule_id: rules[1]?.id });
    expect(await preview({ kind: "service" })).toEqual({ to: "nobody", user_id: null, name: "", rule_id: null });
    app.clock.advance(10 * 3_600_000);
    expect(await preview({})).toMatchObject({ to: "waiting", user_id: null, rule_id: id });
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leadFigures } from "../leads/contract.ts";
import { leadGoals } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;
let agent_id: number;

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date("2026-11-15T17:00:00Z"));
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
  agent_id = (await agent(accounts.profile)).data.id;
});

const none = { contacted: null, set: null, shown: null, sold: null };
const save = (more: object = {}, call = manager) =>
  call(leadGoals.save, { body: { member_id: agent_id, contacted: "", set: "", shown: "", sold: "5", ...more } });
const goalsOf = async (month: string) =>
  (await manager(leadGoals.team, { body: { month } })).data.members.find(({ id }) => id === agent_id)?.goals;

test("goals hold from their month on, until others are set or none", async () => {
  await save({ month: "2026-09", sold: "4", set: "9" });
  await save();
  expect(await goalsOf("2026-08")).toEqual(none);
  expect(await goalsOf("2026-09")).toEqual({ ...none, sold: 4, set: 9 });
  expect(await goalsOf("2026-10")).toEqual({ ...none, sold: 4, set: 9 });
  expect(await goalsOf("2026-12")).toEqual({ ...none, sold: 5 });
  await save({ sold: "" });
  expect(await goalsOf("2026-11")).toEqual(none);
  expect((await agent(leadGoals.mine)).data).toEqual({
    month: "2026-11",
    goals: none,
    done: { contacted: 0, set: 0, shown: 0, sold: 0 },
  });
});

test("a member sees their own goals with what their leads reached this month", async () => {
  await save({ contacted: "10" });
  const { stages } = (await agent(leads.options)).data;
  const stage_id = stages.find(({ name }) => name === "Shown")?.id ?? 0;
  const { id } = (await agent(leads.add, { body: { phone: "2125550140", owner_id: agent_id } })).data;
  await agent(leads.move, { params: { id }, body: { stage_id } });
  expect((await agent(leadGoals.mine)).data).toMatchObject({
    goals: { contacted: 10, sold: 5 },
    done: { contacted: 1, set: 1, shown: 1, sold: 0 },
  });
});

test("saved in parallel, one of them holds", async () => {
  await Promise.all(["1", "2", "3", "4"].map((sold) => save({ sold })));
  expect((await goalsOf("2026-11"))?.sold).toBeOneOf([1, 2, 3, 4]);
});

test.each(["0", "-1", "10000", "1.5", "five", "99999"])("a goal of %s is refused at its field", async (shown) => {
  await expect(save({ shown })).rejects.toMatchObject({
    status: 422,
    fields: { shown: "Enter a number from 1 to 9,999, or leave it empty" },
  });
});

test("only managers set and see the team's, for members of their location, in a month that there is", async () => {
  for (const call of [() => save({}, agent), () => agent(leadGoals.team, { body: {} })])
    await expect(call()).rejects.toMatchObject({ status: 403 });
  const stranger = await app.signIn((await app.dealership()).agent);
  const foreign_id = (await stranger(accounts.profile)).data.id;
  for (const member_id of [foreign_id, 999_999_999])
    await expect(save({ member_id })).rejects.toMatchObject({ status: 422, fields: { member_id: expect.any(String) } });
  await expect(save({ month: "2026-13" })).rejects.toMatchObject({ fields: { month: "Select a month from the list" } });
  expect((await owner(leadGoals.team, { body: {} })).data.members).toHaveLength(3);
});

test("figures and the list refuse days that there aren't, and another's locations", async () => {
  await expect(manager(leadFigures.summary, { body: { location: "all" } })).rejects.toMatchObject({
    fields: { location: "Only the owner sees all locations together." },
  });
  await expect(agent(leadFigures.export, { body: {} })).rejects.toMatchObject({ status: 403 });
  const custom = { period: "custom" as const, from: "2026-02-30", to: "2026-03-01" };
  await expect(agent(leadFigures.summary, { body: custom })).rejects.toMatchObject({
    fields: { from: "Enter the first day" },
  });
  for (const from_day of ["2026-02-30", "1999-01-01", "yesterday"])
    await expect(agent(leads.table, { body: { from_day } })).rejects.toMatchObject({
      status: 422,
      fields: { from_day: /./ },
    });
  const { data } = await agent(leads.table, {
    body: { show: "all", reached: "sold", from_day: "2026-12-01", to_day: "2026-11-01" },
  });
  expect(data).toEqual([]);
});

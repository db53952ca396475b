import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { mostViews, savedViews } from "./contract.ts";
import type { ViewScreen } from "./fields.ts";

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

const draft = { name: "Hot trade-ins", address: "/leads?source=AutoGrove&page=3", is_shared: 0 };
const add = async (more: object = {}, call = agent) =>
  (await call(savedViews.add, { body: { ...draft, ...more } })).data.id;
const list = async (call = agent, screen: ViewScreen = "leads") =>
  (await call(savedViews.list, { body: { screen } })).data;
const names = async (call = agent, screen: ViewScreen = "leads") =>
  (await list(call, screen)).views.map(({ name }) => name);

describe("a saved view", () => {
  test("of the inbox is one of its lists, whatever conversation was open", async () => {
    await add({ address: "/inbox/unreplied/12?sort=waiting&at=7" });
    const { views } = await list(agent, "inbox");
    expect(views).toMatchObject([{ address: "/inbox/unreplied?sort=waiting" }]);
    await agent(savedViews.open, { body: { screen: "inbox", view_id: views[0]?.id ?? 0 } });
    expect((await list(agent, "inbox")).opening_id).toBe(views[0]?.id);
    expect((await list()).views).toEqual([]);
  });

  test("keeps the filters of its screen for whoever saved it, without page and search", async () => {
    const id = await add({ address: "/leads?source=AutoGrove&page=3&q=moss&lead=12" });
    expect(await list()).toEqual({
      views: [
        {
          id,
          name: "Hot trade-ins",
          address: "/leads?source=AutoGrove",
          is_shared: 0,
          may_change: 1,
          owner: "Agent Tester",
        },
      ],
      opening_id: null,
    });
    expect(await names(agent, "tasks")).toEqual([]);
    expect(await names(manager)).toEqual([]);
  });

  test("of the team is everyone's at the location, and changed by its owner or a manager alone", async () => {
    const mine = await add({ is_shared: 1 });
    const theirs = await add({ name: "Cold ones", is_shared: 1 }, manager);
    expect((await list()).views).toMatchObject([
      { id: theirs, may_change: 0, owner: "Manager Tester" },
      { id: mine, may_change: 1 },
    ]);
    const body = { ...draft, name: "Warm ones", is_shared: 1 };
    await expect(agent(savedViews.change, { params: { id: theirs }, body })).rejects.toMatchObject({ status: 403 });
    await expect(agent(savedViews.remove, { params: { id: theirs } })).rejects.toMatchObject({ status: 403 });
    await manager(savedViews.change, { params: { id: mine }, body });
    expect(await names()).toEqual(["Cold ones", "Warm ones"]);
    const elsewhere = await app.signIn(dealer.otherAgent);
    expect(await names(elsewhere)).toEqual([]);
    await expect(elsewhere(savedViews.remove, { params: { id: mine } })).rejects.toMatchObject({ status: 404 });
  });

  test("that is private doesn't exist for others, not even for the owner of the business", async () => {
    const id = await add();
    const owner = await app.signIn(dealer.owner, dealer.location_id);
    for (const call of [manager, owner]) {
      await expect(call(savedViews.remove, { params: { id } })).rejects.toMatchObject({ status: 404 });
      await expect(call(savedViews.change, { params: { id }, body: draft })).rejects.toMatchObject({ status: 404 });
      await expect(call(savedViews.open, { body: { screen: "leads", view_id: id } })).rejects.toMatchObject({
        status: 404,
      });
    }
  });

  test("has a name of its own among its owner's, and one among the team's", async () => {
    await add();
    await expect(add({ name: "hot TRADE-INS" })).rejects.toMatchObject({
      status: 422,
      fields: { name: "A view with this name already exists" },
    });
    await add({}, manager);
    await add({ is_shared: 1 });
    await expect(add({ is_shared: 1 }, manager)).rejects.toMatchObject({ status: 422 });
    await add({ address: "/tasks?show=all" });
  });

  test("is deleted with a trace", async () => {
    const id = await add();
    await agent(savedViews.remove, { params: { id } });
    expect(await names()).toEqual([]);
    await expect(agent(savedViews.remove, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });
});

describe("the view that a screen opens with", () => {
  const open = (view_id: number | null, call = agent, screen: ViewScreen = "leads") =>
    call(savedViews.open, { body: { screen, view_id } });

  test("is each member's own, and ends with its view", async () => {
    const id = await add({ is_shared: 1 });
    await open(id);
    expect((await list()).opening_id).toBe(id);
    expect((await list(manager)).opening_id).toBeNull();
    await open(id, manager);
    await open(null);
    expect((await list()).opening_id).toBeNull();
    await agent(savedViews.remove, { params: { id } });
    expect((await list(manager)).opening_id).toBeNull();
  });

  test("is forgotten by others when it becomes private", async () => {
    const id = await add({ is_shared: 1 });
    await open(id);
    await open(id, manager);
    await agent(savedViews.change, { params: { id }, body: draft });
    expect((await list()).opening_id).toBe(id);
    expect((await list(manager)).opening_id).toBeNull();
  });

  test("is one of that screen", async () => {
    const id = await add();
    await expect(open(id, agent, "tasks")).rejects.toMatchObject({ status: 404 });
  });
});

describe("odd requests", () => {
  test.each([
    [{ name: " " }, { name: "Enter a name" }],
    [{ name: "x".repeat(61) }, { name: expect.any(String) }],
    [{ address: "https://evil.example/leads" }, { address: "This page can't be saved as a view" }],
    [{ address: "//evil.example/leads" }, { address: "This page can't be saved as a view" }],
    [{ address: "/dashboard" }, { address: "This page can't be saved as a view" }],
    [{ address: `/leads?source=${"x".repeat(1_000)}` }, { address: expect.any(String) }],
  ])("%j is refused at its field", async (odd, fields) => {
    await expect(add(odd)).rejects.toMatchObject({ status: 422, fields });
  });

  test("a view stays with its screen, and a member keeps fifty of each", async () => {
    const id = await add();
    await expect(
      agent(savedViews.change, { params: { id }, body: { ...draft, address: "/tasks" } }),
    ).rejects.toMatchObject({ status: 422 });
    await app.pool.query(
      `insert into saved_views (dealer_id, location_id, user_id, screen, name, address, is_shared)
       select dealer_id, location_id, user_id, screen, 'View ' || n, address, 0
       from saved_views, generate_series(2, ${mostViews}) n where id = $1`,
      [id],
    );
    await expect(add({ name: "One more" })).rejects.toMatchObject({ status: 409 });
    await agent(savedViews.remove, { params: { id } });
    const added = await Promise.allSettled([1, 2, 3, 4].map((n) => add({ name: `At once ${n}` })));
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { campaignPreview } from "#domains/campaigns/compose/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leads } from "../contract.ts";
import { leadBulk } from "./contract.ts";
import { chunkSize } from "./rules.ts";

let app: TestApp;
let dealer: Dealership;
let manager: Caller;
let agent: Caller;
let tag_id: number;
let tags = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  app.jobs.queued.length = 0;
  dealer = await app.dealership();
  [manager, agent] = [await app.signIn(dealer.manager), await app.signIn(dealer.agent)];
  tags += 1;
  tag_id = await addTag(`Hot ${tags}`);
});

async function addTag(tag: string): Promise<number> {
  const slug = tag.toLowerCase().replace(" ", "-");
  const { rows } = await app.pool.query("insert into tags (tag, slug) values ($1, $2) returning id", [tag, slug]);
  return Number(rows[0].id);
}
const add = async (more: object = {}) => (await agent(leads.add, { body: { phone: freshPhone(), ...more } })).data.id;
const one = async (id: number) => (await agent(leads.one, { params: { id } })).data;
const customerOf = async (id: number) => (await one(id)).customer_id ?? 0;
async function addWithout(): Promise<number> {
  const id = await add();
  await app.pool.query("update leads set customer_id = null where id = $1", [id]);
  return id;
}
/** As many leads of one customer as only a job changes. */
async function fill(count: number): Promise<number> {
  const customer_id = await customerOf(await add());
  await app.pool.query(
    `insert into leads (dealer_id, location_id, customer_id, kind, stage_id, source, received_at, inquired_at)
     select $1, $2, $5, 'sales', s.id, 'Fair', $4::timestamptz, $4::timestamptz from generate_series(1, $3::int)
       join lead_stages s on s.dealer_id = $1 and s.name = 'New'`,
    [dealer.dealer_id, dealer.location_id, count, app.clock.now(), customer_id],
  );
  return customer_id;
}
const addList = async (title = "Spring") => (await manager(lists.add, { body: { title } })).data.list_id;
const sizeOf = async (list_id: number) =>
  (await manager(lists.search, { body: { list_id } })).data.allCustomersLists[0]?.customers_count;
const tagged = async () => (await agent(chatTags.all)).data.find(({ id }) => id === tag_id)?.customer_count;
const current = async () => (await manager(leadBulk.current)).data.change;

test("the customers of leads are tagged, also without a conversation, which stays out of the inbox", async () => {
  const [talking, silent, without] = [await add(), await add(), await addWithout()];
  await app.pool.query("insert into chats (dealer_id, location_id, customer_id) values ($1, $2, $3)", [
    dealer.dealer_id,
    dealer.location_id,
    await customerOf(talking),
  ]);
  const lead_ids = [talking, silent, without];
  const { change } = (await agent(leadBulk.tag, { body: { lead_ids, tag_id } })).data;
  expect(change).toMatchObject({
    state: "done",
    total: 3,
    changed: 2,
    target: `Hot ${tags}`,
    list_id: null,
    skipped: [{ reason: "no_customer", count: 1 }],
  });
  expect(await tagged()).toBe(2);
  const { rows } = await app.pool.query("select is_closed from chats where dealer_id = $1 order by id", [
    dealer.dealer_id,
  ]);
  expect(rows).toEqual([{ is_closed: 0 }, { is_closed: 1 }]);
  const again = (await agent(leadBulk.tag, { body: { lead_ids, tag_id } })).data.change;
  expect(again).toMatchObject({
    changed: 0,
    skipped: [
      { reason: "same", count: 2 },
      { reason: "no_customer", count: 1 },
    ],
  });
});

test("a merged customer's lead tags who is left, and a deleted customer's no one", async () => {
  const [first, second, leaving] = [await add(), await add(), await add()];
  const [from, into, deleted] = [await customerOf(first), await customerOf(second), await customerOf(leaving)];
  await app.pool.query("update customers set merged_into = $1, deleted_at = now() where dealer_id = $2 and id = $3", [
    into,
    dealer.dealer_id,
    from,
  ]);
  await app.pool.query("update customers set deleted_at = now() where dealer_id = $1 and id = $2", [
    dealer.dealer_id,
    deleted,
  ]);
  const { change } = (await agent(leadBulk.tag, { body: { lead_ids: [first, leaving], tag_id } })).data;
  expect(change).toMatchObject({ changed: 1, skipped: [{ reason: "no_customer", count: 1 }] });
  const { rows } = await app.pool.query(
    `select c.customer_id from chat_tags t join chats c on c.dealer_id = t.dealer_id and c.id = t.chat_id
     where t.tag_id = $1`,
    [tag_id],
  );
  expect(rows.map(({ customer_id }) => Number(customer_id))).toEqual([into]);
});

test("managers add them to a list or a new one, and what it holds is what a campaign previews", async () => {
  const [first, second, without] = [await add(), await add(), await addWithout()];
  const list_id = await addList();
  const listed = (await manager(leadBulk.list, { body: { lead_ids: [first], list_id } })).data.change;
  expect(listed).toMatchObject({ changed: 1, list_id, target: "Spring", skipped: [] });
  const body = { lead_ids: [first, second, without], list_id };
  expect((await manager(leadBulk.list, { body })).data.change).toMatchObject({
    changed: 1,
    skipped: [
      { reason: "same", count: 1 },
      { reason: "no_customer", count: 1 },
    ],
  });
  expect(await sizeOf(list_id)).toBe(2);
  const made = (await manager(leadBulk.list, { body: { all: 1, show: "open", title: "To text" } })).data.change;
  expect(made).toMatchObject({ changed: 2, target: "To text", skipped: [{ reason: "no_customer", count: 1 }] });
  const audience = (
    await manager(campaignPreview.audience, {
      body: {
        campaign_template: "Sale",
        campaign_recipient_type: "list",
        campaign_customers_list: [made.list_id ?? 0],
        campaign_exclude_days: "",
        campaign_send_date: "",
        campaign_send_time: "",
        campaign_send_timezone: "",
      },
    })
  ).data;
  expect(audience.audience).toBe(2);
  expect(audience.texted + audience.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(2);
});

test("two who press at once add each customer once, and one of them may be asked to wait", async () => {
  const lead_ids = [await add(), await add()];
  const list_id = await addList();
  const press = (call: Caller) =>
    call(leadBulk.list, { body: { lead_ids, list_id } }).then(
      ({ data }) => data.change.changed,
      ({ status }: { status: number }) => (status === 409 ? 0 : status),
    );
  const owner = await app.signIn(dealer.owner);
  const changed = await Promise.all([manager, owner, manager, owner].map(press));
  expect(changed.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(await sizeOf(list_id)).toBe(2);
  const title = "Once";
  const twice = await Promise.allSettled(
    [manager, owner].map((call) => call(leadBulk.list, { body: { lead_ids, title } })),
  );
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a job tags a customer of many leads once, and stops", async () => {
  await fill(2 * chunkSize + 1);
  const body = { all: 1 as const, show: "open" as const, source: "Fair" };
  const { change } = (await manager(leadBulk.tag, { body: { ...body, tag_id } })).data;
  expect(change).toMatchObject({ state: "running", changed: 0, total: 2 * chunkSize + 1 });
  await app.jobs.runAll();
  expect(await current()).toMatchObject({
    state: "done",
    changed: chunkSize,
    skipped: [{ reason: "same", count: chunkSize + 1 }],
  });
  expect(await tagged()).toBe(1);
  const started = (await manager(leadBulk.list, { body: { ...body, title: "Fair" } })).data.change;
  await manager(leadBulk.stop, { params: { id: started.id } });
  await app.jobs.runAll();
  expect(await current()).toMatchObject({ state: "stopped", changed: 0 });
});

test("a tag or a list that is deleted meanwhile gets no one", async () => {
  await fill(chunkSize + 1);
  const body = { all: 1 as const, show: "open" as const, source: "Fair" };
  await manager(leadBulk.tag, { body: { ...body, tag_id } });
  await app.pool.query("update tags set deleted_at = now() where id = $1", [tag_id]);
  await app.jobs.runAll();
  expect(await current()).toMatchObject({ changed: 0, skipped: [{ reason: "target", count: chunkSize + 1 }] });
  const list_id = await addList();
  await manager(leadBulk.list, { body: { ...body, list_id } });
  await manager(lists.remove, { params: { id: list_id } });
  await app.jobs.runAll();
  expect(await current()).toMatchObject({ changed: 0, skipped: [{ reason: "target", count: chunkSize + 1 }] });
});

test("agents don't list, and no one reaches the leads, tags and lists of others", async () => {
  const lead_ids = [await add()];
  const list_id = await addList();
  await expect(agent(leadBulk.list, { body: { lead_ids, list_id } })).rejects.toMatchObject({ status: 403 });
  const other = await app.dealership();
  const [stranger, elsewhere] = [await app.signIn(other.manager), await app.signIn(dealer.otherAgent)];
  await expect(stranger(leadBulk.list, { body: { lead_ids, title: "Stolen" } })).rejects.toMatchObject({ status: 404 });
  expect((await stranger(lists.search, { body: {} })).data.allCustomersLists).toEqual([]);
  for (const call of [stranger, elsewhere])
    await expect(call(leadBulk.tag, { body: { lead_ids, tag_id } })).rejects.toMatchObject({ status: 404 });
  const theirs = (await stranger(lists.add, { body: { title: "Theirs" } })).data.list_id;
  await expect(manager(leadBulk.list, { body: { lead_ids, list_id: theirs } })).rejects.toMatchObject({
    status: 422,
    fields: { list_id: "This list was not found. It may have been deleted." },
  });
  expect((await stranger(lists.search, { body: { list_id: theirs } })).data.allCustomersLists[0]?.customers_count).toBe(
    0,
  );
});

test.each([
  [{ tag_id: "" }, leadBulk.tag, { tag_id: "Select a tag" }],
  [{ tag_id: 999_999_999 }, leadBulk.tag, { tag_id: "This tag doesn't exist anymore. Select another." }],
  [{}, leadBulk.list, { list_id: "Select a list" }],
  [{ title: "x".repeat(101) }, leadBulk.list, { title: expect.any(String) }],
  [{ title: "Spring" }, leadBulk.list, { title: "You already have a list with this name" }],
] as const)("%o is refused at its field", async (body, call, fields) => {
  await addList();
  const request = manager(call as typeof leadBulk.list, { body: { lead_ids: [await add()], ...(body as object) } });
  await expect(request).rejects.toMatchObject({ status: 422, fields });
});

import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { leads } from "#domains/leads/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { allowPages } from "#testing/leads.ts";
import { startTestApp } from "#testing/testApp.ts";
import { leadPages } from "./contract.ts";
import { readPage, sweepPages } from "./server/receiveForms.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let owner: Caller;
let other: Caller;

beforeEach(async () => {
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  other = await app.signIn((await app.dealership()).owner);
});

const pagesOf = async (call: Caller) => (await call(leadPages.list)).data.pages;
const refOf = async (id: number) => {
  const { rows } = await app.pool.query<{ page_ref: string }>("select page_ref from lead_pages where id = $1", [id]);
  return rows[0]?.page_ref ?? "";
};

/** Connects the first of the pages that the simulated Facebook offers. */
async function connect(call: Caller) {
  await call(leadPages.finish, { body: await allowPages(call) });
  const [page] = await pagesOf(call);
  const id = page?.id ?? 0;
  await call(leadPages.connect, { params: { id } });
  return { id, ref: await refOf(id) };
}

const answersOf = (more: Record<string, string> = {}) =>
  Object.entries({ full_name: "Ana Ortiz", phone_number: freshPhone(), email: "", ...more }).map(([key, value]) => ({
    key,
    value,
  }));
const send = async (notice: string | null) =>
  (await app.http.inject({ method: "POST", url: "/webhooks/leads/forms", payload: notice ?? "" })).statusCode;
async function fill(ref: string, more: Record<string, string> = {}, checked: string[] = []) {
  const filled = await app.leadForms.fill(ref, { answers: answersOf(more), checked });
  expect(await send(filled.notice)).toBe(200);
  await app.jobs.runAll();
  return filled.ref;
}
const leadsOf = async (call: Caller) => (await call(leads.table, { body: { show: "all" } })).data;

test("a form that somebody fills in is a lead, with all that it says and the page that it came from", async () => {
  const { ref } = await connect(owner);
  await fill(
    ref,
    { year: "2024", make: "Toyota", model: "Tacoma", "when_do_you_plan_to_buy?": "This month", city: "Albany" },
    ["i_agree_to_receive_texts"],
  );
  const [lead, ...more] = await leadsOf(owner);
  expect(more).toEqual([]);
  expect(lead).toMatchObject({ name: "Ana Ortiz", source: "Facebook" });
  const { data } = await owner(leads.one, { params: { id: lead?.id ?? 0 } });
  expect(data.vehicles).toMatchObject([{ year: "2024", make: "Toyota", model: "Tacoma", interest: "buy" }]);
  expect(data.received).toMatchObject([
    {
      comments: "When do you plan to buy? This month\nAddress: Albany",
      agreed_words: "I agree to receive texts:",
      provider: "Facebook",
    },
  ]);
  expect(await leadsOf(other)).toEqual([]);
});

test("one form makes one lead, however often its notice comes and whatever else finds it", async () => {
  const { id, ref } = await connect(owner);
  const { notice } = await app.leadForms.fill(ref, { answers: answersOf(), checked: [] });
  expect(await Promise.all(Array.from({ length: 20 }, () => send(notice)))).toEqual(Array(20).fill(200));
  await app.jobs.runAll();
  for (let time = 0; time < 3; time += 1) await readPage(app.server, { dealer_id: dealer.dealer_id, id });
  expect(await leadsOf(owner)).toHaveLength(1);
  expect((await owner(leads.one, { params: { id: (await leadsOf(owner))[0]?.id ?? 0 } })).data.received).toHaveLength(
    1,
  );
});

test("a form whose notice was lost is found within the hour, but none from before the page was connected", async () => {
  const body = await allowPages(owner);
  await owner(leadPages.finish, { body });
  const [page] = await pagesOf(owner);
  const ref = await refOf(page?.id ?? 0);
  const earlier = new Date(app.clock.now().getTime() - 3 * 3_600_000);
  await app.leadForms.fill(ref, { answers: answersOf({ full_name: "Earlier" }), checked: [], filled_at: earlier });
  await owner(leadPages.connect, { params: { id: page?.id ?? 0 } });
  app.clock.advance(60_000);
  await app.leadForms.fill(ref, { answers: answersOf({ full_name: "Lost Notice" }), checked: [] });
  await sweepPages(app.server);
  await app.jobs.runAll();
  expect(await leadsOf(owner)).toEqual([]);
  app.clock.advance(3_600_000);
  await sweepPages(app.server);
  await app.jobs.runAll();
  expect((await leadsOf(owner)).map(({ name }) => name)).toEqual(["Lost Notice"]);
});

test("without access the owner is told once, and what was filled in meanwhile comes once it is connected again", async () => {
  const { id, ref } = await connect(owner);
  await app.leadForms.setFault(ref, { is_revoked: true });
  for (let time = 0; time < 2; time += 1) await fill(ref, { full_name: `Meanwhile ${time}` });
  expect(await leadsOf(owner)).toEqual([]);
  expect((await pagesOf(owner)).find((page) => page.id === id)).toMatchObject({
    state: "needs_access",
    problem: expect.stringMatching(/Connect it again/),
  });
  const news = (await owner(notifications.list)).data.notifications.filter(
    ({ title }) => title === "Facebook leads stopped",
  );
  expect(news).toHaveLength(1);
  await owner(leadPages.finish, { body: await allowPages(owner) });
  await app.jobs.runAll();
  expect((await pagesOf(owner)).find((page) => page.id === id)).toMatchObject({ state: "ok", problem: "" });
  expect((await leadsOf(owner)).map(({ name }) => name).toSorted()).toEqual(["Meanwhile 0", "Meanwhile 1"]);
});

test("a busy provider is asked again, and the card says so only when it stays busy", async () => {
  const { id, ref } = await connect(owner);
  await app.leadForms.setFault(ref, { busy_answers: 2 });
  await app.leadForms.fill(ref, { answers: answersOf(), checked: [] });
  for (let time = 0; time < 2; time += 1) await readPage(app.server, { dealer_id: dealer.dealer_id, id });
  expect((await pagesOf(owner))[0]).toMatchObject({ state: "ok", problem: "" });
  await app.leadForms.setFault(ref, { busy_answers: 1 });
  await readPage(app.server, { dealer_id: dealer.dealer_id, id });
  expect((await pagesOf(owner))[0]).toMatchObject({
    state: "failing",
    problem: expect.stringMatching(/no lead is lost/),
  });
  await readPage(app.server, { dealer_id: dealer.dealer_id, id });
  expect((await pagesOf(owner))[0]).toMatchObject({ state: "ok", problem: "" });
  expect(await leadsOf(owner)).toHaveLength(1);
});

/** Lets somebody else into the same page, as Facebook does for all who manage it. */
async function offerSame(call: Caller, page: { readonly id: number; readonly ref: string }): Promise<number> {
  await call(leadPages.finish, { body: await allowPages(call) });
  const offered = (await pagesOf(call)).find(({ state }) => state === "offered")?.id ?? 0;
  const text = `update lead_pages p set page_ref = $2, access_sealed = one.access_sealed from lead_pages one
    where p.id = $1 and one.id = $3`;
  await app.pool.query(text, [offered, page.ref, page.id]);
  return offered;
}

test("a page belongs to one of a business's locations", async () => {
  const page = await connect(owner);
  const moved = "update lead_pages set location_id = $2 where id = $1";
  await app.pool.query(moved, [page.id, dealer.otherLocation_id]);
  const offered = await offerSame(owner, page);
  await expect(owner(leadPages.connect, { params: { id: offered } })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/another location/),
  });
});

test("two businesses that manage one page both get its leads, until each disconnects it", async () => {
  const page = await connect(owner);
  await other(leadPages.connect, { params: { id: await offerSame(other, page) } });
  await fill(page.ref, { full_name: "For Both" });
  for (const call of [owner, other]) expect((await leadsOf(call)).map(({ name }) => name)).toEqual(["For Both"]);
  await owner(leadPages.disconnect, { params: { id: page.id } });
  await fill(page.ref, { full_name: "For One" });
  expect([(await leadsOf(owner)).length, (await leadsOf(other)).length]).toEqual([1, 2]);
});

test("a disconnected page sends nothing more, and its access is forgotten", async () => {
  const { id, ref } = await connect(owner);
  await owner(leadPages.disconnect, { params: { id } });
  const { notice } = await app.leadForms.fill(ref, { answers: answersOf(), checked: [] });
  expect(notice).toBeNull();
  expect(await send(JSON.stringify({ page: ref, form: "1" }))).toBe(200);
  await app.jobs.runAll();
  expect(await leadsOf(owner)).toEqual([]);
  expect((await app.pool.query("select from lead_pages where id = $1", [id])).rowCount).toBe(0);
});

test("what the provider sends back is good once, for the same session, for a quarter of an hour", async () => {
  const body = await allowPages(owner);
  for (const call of [await app.signIn(dealer.manager), await app.signIn(dealer.owner), other])
    await expect(call(leadPages.finish, { body })).rejects.toMatchObject({ status: 409 });
  for (const state of ["x", `${body.state}x`, "'; drop table users"])
    await expect(owner(leadPages.finish, { body: { ...body, state } })).rejects.toMatchObject({ status: 409 });
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  await elsewhere(leadPages.begin);
  await expect(elsewhere(leadPages.finish, { body })).rejects.toMatchObject({ status: 409 });
  await owner(leadPages.finish, { body });
  await expect(owner(leadPages.finish, { body })).rejects.toMatchObject({ status: 409 });
  const late = await allowPages(owner);
  app.clock.advance(16 * 60_000);
  const call = await app.signIn(dealer.owner);
  await expect(call(leadPages.finish, { body: late })).rejects.toMatchObject({ status: 409 });
  const denied = { ...(await allowPages(call)), code: "" };
  await expect(call(leadPages.finish, { body: denied })).rejects.toMatchObject({
    message: expect.stringMatching(/denied/),
  });
});

test("a page that nobody chose is forgotten after a day, access and all", async () => {
  await owner(leadPages.finish, { body: await allowPages(owner) });
  const offered = await pagesOf(owner);
  expect(offered.map(({ state }) => state)).toEqual(["offered", "offered"]);
  app.clock.advance(25 * 3_600_000);
  const call = await app.signIn(dealer.owner);
  expect(await pagesOf(call)).toEqual([]);
  await expect(call(leadPages.connect, { params: { id: offered[0]?.id ?? 0 } })).rejects.toMatchObject({ status: 409 });
  await sweepPages(app.server);
  expect((await app.pool.query("select from lead_pages where dealer_id = $1", [dealer.dealer_id])).rowCount).toBe(0);
});

test("access is sealed and in no answer, and agents neither see nor connect pages", async () => {
  await connect(owner);
  const { rows } = await app.pool.query<{ access: string }>("select access from simulated_pages");
  const stored = await app.pool.query<{ text: string }>("select p::text as text from lead_pages p");
  const shown = JSON.stringify(await pagesOf(owner));
  for (const { access } of rows)
    for (const text of [shown, ...stored.rows.map((row) => row.text)]) expect(text).not.toContain(access);
  const agent = await app.signIn(dealer.agent);
  await expect(agent(leadPages.list)).rejects.toMatchObject({ status: 403 });
  await expect(agent(leadPages.begin)).rejects.toMatchObject({ status: 403 });
});

test("odd notices and odd forms break nothing, and a form of nobody makes no lead", async () => {
  const { ref } = await connect(owner);
  for (const body of [
    "",
    "{",
    "null",
    "[]",
    '{"page":1}',
    '{"page":"\\u0000","form":"\\u0000"}',
    `{"page":"${ref}","form":"\\ud800"}`,
    `{"page":"${ref}","form":"999999"}`,
    "\u0000",
  ])
    expect(await send(body)).toBe(200);
  const long = "x".repeat(20_000);
  await fill(ref, { full_name: "No Contact", phone_number: "", email: "" });
  await fill(ref, { full_name: "<test lead: dummy data for full_name>", email: "test@fb.com" });
  await fill(ref, {
    full_name: long,
    email: "long@example.com",
    phone_number: "not a phone",
    question: `${long}\u0000`,
  });
  const found = await leadsOf(owner);
  expect(found).toHaveLength(1);
  const { data } = await owner(leads.one, { params: { id: found[0]?.id ?? 0 } });
  expect(data.received[0]?.comments).toContain("Question: xxx");
  const large = await app.http.inject({ method: "POST", url: "/webhooks/leads/forms", payload: "x".repeat(300_000) });
  expect(large.statusCode).toBe(413);
  expect((await app.http.inject({ method: "GET", url: "/webhooks/leads/forms?hub.mode=subscribe" })).statusCode).toBe(
    403,
  );
});

test("without Meta's keys nothing can be connected", async () => {
  const without = await startTestApp({ leadForms: undefined });
  const call = await without.signIn((await without.dealership()).owner);
  expect((await call(leadPages.list)).data).toEqual({ provider: "none", pages: [] });
  await expect(call(leadPages.begin)).rejects.toMatchObject({ status: 409 });
  const answer = await without.http.inject({ method: "POST", url: "/webhooks/leads/forms", payload: "{}" });
  expect(answer.statusCode).toBe(403);
  await without.close();
});

import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { team } from "#domains/team/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { connectCalendar, goToCalendar } from "#testing/meetings/connectCalendar.ts";
import { startTestApp } from "#testing/testApp.ts";
import { connectedCalendar } from "./contract.ts";
import { revokeCalendars, sweepConnectedCalendars } from "./server/sweepConnectedCalendars.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let agent: Caller;

beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
});

const calendarOf = async (call: Caller) => (await call(connectedCalendar.get)).data.calendar;
const accessOf = async (account: string) => {
  const text = "select access, revoked_at from simulated_calendars where account = $1";
  return (await app.pool.query<{ access: string; revoked_at: Date | null }>(text, [account])).rows[0];
};
const left = async () => (await app.pool.query("select from calendar_revocations")).rowCount;
/** Runs the queue now and, for what waits, a minute later. */
async function minuteLater() {
  app.clock.advance(61_000);
  await sweepConnectedCalendars(app.server);
  await app.jobs.runAll();
}

test("a member connects their calendar, whose access is sealed and in no answer", async () => {
  expect((await agent(connectedCalendar.get)).data).toEqual({ provider: "simulator", calendar: null });
  const account = await connectCalendar(agent);
  expect(await calendarOf(agent)).toMatchObject({ state: "ok", account, problem: "", read_at: null });
  await app.jobs.runAll();
  expect(await calendarOf(agent)).toEqual({
    state: "ok",
    account,
    problem: "",
    read_at: app.clock.now().toISOString(),
    deleted: 0,
    refused: 0,
  });
  const { access = "-" } = (await accessOf(account)) ?? {};
  const { rows } = await app.pool.query<{ text: string }>("select a::text as text from calendar_accounts a");
  for (const { text } of rows) expect(text).not.toContain(access);
  expect(JSON.stringify((await agent(connectedCalendar.get)).data)).not.toContain(access);
});

test("what the provider sends back is good once, for the same session, for a quarter of an hour", async () => {
  const body = await goToCalendar(agent);
  const other = await app.dealership();
  const strangers = [await app.signIn(dealer.agent), await app.signIn(dealer.owner), await app.signIn(other.agent)];
  for (const call of strangers)
    await expect(call(connectedCalendar.finish, { body })).rejects.toMatchObject({ status: 409 });
  for (const state of ["", "x", `${body.state}x`, body.state.slice(1), "'; drop table users"])
    await expect(agent(connectedCalendar.finish, { body: { ...body, state } })).rejects.toMatchObject({
      status: state === "" ? 422 : 409,
    });
  await agent(connectedCalendar.finish, { body });
  await expect(agent(connectedCalendar.finish, { body })).rejects.toMatchObject({ status: 409 });
  const late = await goToCalendar(agent);
  app.clock.advance(16 * 60_000);
  const call = await app.signIn(dealer.agent);
  for (const one of [agent, call])
    await expect(one(connectedCalendar.finish, { body: late })).rejects.toMatchObject({ status: 409 });
});

test("a second begin ends the first, and the one who denies access or comes back with another code connects nothing", async () => {
  const first = await goToCalendar(agent);
  const second = await goToCalendar(agent);
  await expect(agent(connectedCalendar.finish, { body: first })).rejects.toMatchObject({ status: 409 });
  await expect(agent(connectedCalendar.finish, { body: { ...second, code: "" } })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/wasn't connected/),
  });
  await expect(agent(connectedCalendar.finish, { body: second })).rejects.toMatchObject({ status: 409 });
  const { state } = await goToCalendar(agent);
  const wrong = agent(connectedCalendar.finish, { body: { state, code: "made up" } });
  await expect(wrong).rejects.toMatchObject({ status: 409 });
  expect(await calendarOf(agent)).toBeNull();
});

test("the address that the provider leads back to is ours, whatever a request says", async () => {
  const { url } = (await agent(connectedCalendar.begin)).data;
  expect(url.startsWith("https://rooftop.test/virtual/connected?")).toBe(true);
});

test("disconnecting ends the access at the provider, and forgets it", async () => {
  const account = await connectCalendar(agent);
  await app.jobs.runAll();
  await agent(connectedCalendar.disconnect);
  expect(await calendarOf(agent)).toBeNull();
  expect((await accessOf(account))?.revoked_at).toBeNull();
  await app.jobs.runAll();
  expect((await accessOf(account))?.revoked_at).not.toBeNull();
  expect(await left()).toBe(0);
  await agent(connectedCalendar.disconnect);
});

test("access that can't be ended now is ended later, and forgotten after a day in any case", async () => {
  const { calendarAccounts } = app.server.ports;
  const account = await connectCalendar(agent);
  await agent(connectedCalendar.disconnect);
  const away = { ...app.calendarAccounts, revoke: async () => ({ kind: "busy", why: "away" }) as const };
  const server = { ...app.server, ports: { ...app.server.ports, calendarAccounts: away } };
  await revokeCalendars(server);
  expect(await left()).toBe(1);
  app.clock.advance(10 * 60_000);
  expect(calendarAccounts).toBe(app.calendarAccounts);
  await revokeCalendars(app.server);
  expect([await left(), (await accessOf(account))?.revoked_at]).toEqual([0, expect.any(Date)]);
  await connectCalendar(agent);
  await agent(connectedCalendar.disconnect);
  app.clock.advance(25 * 3_600_000);
  await revokeCalendars(server);
  expect(await left()).toBe(0);
});

test("an account that somebody else still uses isn't ended at the provider, nor one that is connected again", async () => {
  const account = await connectCalendar(agent);
  const manager = await app.signIn(dealer.manager);
  const { state } = await goToCalendar(manager);
  await manager(connectedCalendar.finish, { body: { state, code: `simulated ${account}` } });
  await agent(connectedCalendar.disconnect);
  await app.jobs.runAll();
  expect([await left(), (await accessOf(account))?.revoked_at]).toEqual([0, null]);
  await connectCalendar(manager);
  await app.jobs.runAll();
  expect((await calendarOf(manager))?.account).toBe(account);
  expect((await accessOf(account))?.revoked_at).toBeNull();
});

test("another account in the place of one ends the one before", async () => {
  const account = await connectCalendar(agent);
  const { state } = await goToCalendar(agent);
  await agent(connectedCalendar.finish, { body: { state, code: "simulated other@calendar.example" } });
  await app.jobs.runAll();
  expect((await calendarOf(agent))?.account).toBe("other@calendar.example");
  expect((await accessOf(account))?.revoked_at).not.toBeNull();
});

test("who withdraws the access elsewhere is told once, and connects again", async () => {
  const account = await connectCalendar(agent);
  await app.jobs.runAll();
  await app.calendarAccounts.setFault(account, { is_revoked: true });
  app.clock.advance(16 * 60_000);
  for (const _ of [1, 2, 3]) await minuteLater();
  const call = await app.signIn(dealer.agent);
  expect(await calendarOf(call)).toMatchObject({
    state: "needs_access",
    problem: expect.stringMatching(/^Access ended/),
  });
  const { data } = await call(notifications.list);
  expect(data.notifications.filter(({ title }) => title === "Reconnect Google Calendar")).toHaveLength(1);
  await connectCalendar(call);
  await minuteLater();
  expect(await calendarOf(call)).toMatchObject({ state: "ok", problem: "" });
});

test("a busy provider is left alone for as long as it says, and its owner hears of it from the third time on", async () => {
  const account = await connectCalendar(agent);
  await app.jobs.runAll();
  await app.calendarAccounts.setFault(account, { busy_answers: 3 });
  app.clock.advance(16 * 60_000);
  const states: (string | undefined)[] = [];
  for (let turn = 0; turn < 12; turn++) {
    await minuteLater();
    states.push((await calendarOf(agent))?.state);
  }
  expect(states.indexOf("failing")).toBeGreaterThan(1);
  expect(states.at(-1)).toBe("ok");
});

test("the connection of somebody who leaves ends, by whichever way they leave", async () => {
  const account = await connectCalendar(agent);
  const owner = await app.signIn(dealer.owner);
  const { id } = (await agent(accounts.profile)).data;
  await owner(team.remove, { params: { id }, body: {} });
  await minuteLater();
  const { rowCount } = await app.pool.query("select from calendar_accounts where user_id = $1", [id]);
  expect([rowCount, (await accessOf(account))?.revoked_at]).toEqual([0, expect.any(Date)]);
});

test("a business without a provider is offered nothing", async () => {
  const plain = await startTestApp({ calendarAccounts: undefined });
  const { agent: email } = await plain.dealership();
  const call = await plain.signIn(email);
  expect((await call(connectedCalendar.get)).data).toEqual({ provider: "none", calendar: null });
  await expect(call(connectedCalendar.begin)).rejects.toMatchObject({ status: 409 });
  const body = { state: "x", code: "simulated" };
  await expect(call(connectedCalendar.finish, { body })).rejects.toMatchObject({ status: 409 });
  await plain.close();
});

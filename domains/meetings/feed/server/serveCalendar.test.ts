import ICAL from "ical.js";
import { afterAll, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { readInstants } from "#testing/meetings/readInstants.ts";
import { startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "../../contract.ts";
import { calendarFeed } from "../contract.ts";

const { app, dealer, manager, agent, hold } = await startMeetings();
afterAll(() => app.close());

const read = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: new URL(url).pathname, headers });
const addressOf = async (call: typeof agent) => (await call(calendarFeed.renew)).data.url;

function titlesIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((event) => String(event.getFirstPropertyValue("summary")));
}

test("a calendar reads what a person made and was invited to, and nothing else", async () => {
  const user_ids = [(await agent(accounts.profile)).data.id];
  const own = await hold(agent, { title: "Own" });
  await hold(manager, { title: "Invited", user_ids, ...wallTime("2026-11-24", "11:00 AM") });
  await hold(manager, { title: "Not theirs" });
  await hold(agent, { title: "Long ago", ...wallTime("2026-01-05") });
  const url = await addressOf(agent);
  const answer = await read(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toContain("text/calendar");
  expect(titlesIn(answer.payload)).toEqual(["Own · Ana Diaz", "Invited · Ana Diaz"]);
  expect(readInstants(answer.payload).map(({ start }) => start)).toEqual([
    "2026-11-24T15:00:00.000Z",
    "2026-11-24T16:00:00.000Z",
  ]);
  expect(answer.payload).not.toContain(own.customer.phone);
  expect(answer.payload).not.toContain("/j/");
});

test("what hasn't changed isn't sent again, and the owner sees when it was read", async () => {
  const url = await addressOf(agent);
  expect((await agent(calendarFeed.get)).data.read_at).toBeNull();
  const first = await read(url);
  const etag = String(first.headers.etag);
  app.clock.advance(60_000);
  expect((await read(url, { "if-none-match": etag })).statusCode).toBe(304);
  expect((await agent(calendarFeed.get)).data.read_at).toBe("2026-11-23T13:00:00.000Z");
  const { id } = await hold(agent, { title: "New" });
  const changed = await read(url, { "if-none-match": etag });
  expect(changed.statusCode).toBe(200);
  await agent(meetings.cancel, { params: { id }, body: {} });
  expect((await read(url, { "if-none-match": etag })).statusCode).toBe(304);
});

test("an edited meeting has the next number", async () => {
  const { id, customer } = await hold(agent, { title: "Moves" });
  const body = { title: "Moves", type: 1, customer_id: customer.id, notes: "", version: 1 };
  await agent(appointments.edit, { params: { id }, body: { ...body, ...wallTime("2026-11-26") } });
  const text = (await read(await addressOf(agent))).payload;
  const [, entry = ""] = text.split(`appointment-${dealer.dealer_id}-${id}@`);
  expect(entry).toMatch(/SEQUENCE:1\r\n/);
});

test("a new address ends the one before, and so do turning it off and leaving the team", async () => {
  const first = await addressOf(manager);
  const second = await addressOf(manager);
  expect((await read(first)).statusCode).toBe(404);
  expect((await read(second)).statusCode).toBe(200);
  await manager(calendarFeed.stop);
  expect((await read(second)).statusCode).toBe(404);
  expect((await manager(calendarFeed.get)).data).toEqual({ created_at: null, read_at: null });
  const third = await addressOf(manager);
  await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
  expect((await read(third)).statusCode).toBe(404);
});

test("no other address opens anything, and only a hash of it is stored", async () => {
  const url = await addressOf(agent);
  const path = new URL(url).pathname;
  const secret = path.split(".")[1] ?? "";
  const other = { dealer: dealer.dealer_id + 1000, user: 999_999 };
  for (const wrong of [
    "/calendar/",
    "/calendar/x.ics",
    path.replace(".ics", ""),
    path.replace(secret, `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`),
    path.replace(secret, "A".repeat(43)),
    `/calendar/${other.dealer.toString(36)}-${other.user.toString(36)}.${secret}.ics`,
    `/calendar/0-0.${secret}.ics`,
    "/calendar/..%2f..%2fetc.ics",
    "/calendar/%00.ics",
  ])
    expect([wrong, (await app.http.inject({ url: wrong })).statusCode]).toEqual([wrong, 404]);
  const { rows } = await app.pool.query<{ text: string }>("select calendar_feeds::text as text from calendar_feeds");
  for (const { text } of rows) expect(text).not.toContain(secret);
});

test("who asks too often has to wait, which strangers and other people at the same address don't bring about", async () => {
  const [url, other] = [await addressOf(agent), await addressOf(await app.signIn(dealer.owner))];
  await app.pool.query("delete from rate_limits");
  const wrong = url.replace(/\.[\w-]{43}\./, `.${"A".repeat(43)}.`);
  const limited = "select count(*)::int as count from rate_limits";
  const { rows: before } = await app.pool.query(limited);
  for (let count = 0; count < 130; count++) expect((await read(wrong)).statusCode).toBe(404);
  expect((await app.pool.query(limited)).rows).toEqual(before);
  const statuses = [];
  for (let count = 0; count < 121; count++) statuses.push((await read(url)).statusCode);
  expect(statuses).toEqual([...Array(120).fill(200), 429]);
  expect((await read(other)).statusCode).toBe(200);
});

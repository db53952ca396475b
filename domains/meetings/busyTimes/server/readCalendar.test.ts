import { afterAll, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "../../contract.ts";
import { calendarSource } from "../contract.ts";
import { sweepCalendars } from "./readCalendar.ts";

const { app, dealer, manager, agent, hold } = await startMeetings();
afterAll(() => app.close());

const url = "https://calendar.example/private-abc.ics";
const span = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) });
const noon = span("2026-11-24T17:00:00Z", "2026-11-24T18:00:00Z");

const connect = (call: typeof agent, address = url) => call(calendarSource.set, { body: { url: address } });
const busyOf = async (call: typeof agent) =>
  (await call(meetings.list, { body: { type: 1, day: "2026-11-24" } })).data.busy.map(({ name, starts_at }) => [
    name,
    starts_at,
  ]);

test("only the times of a calendar are kept, and its address is sealed", async () => {
  app.calendars.answers.set(url, { kind: "read", busy: [noon], etag: '"1"' });
  await connect(agent, "webcal://calendar.example/private-abc.ics");
  expect((await agent(calendarSource.get)).data).toEqual({ is_set: 1, read_at: null, problem: "" });
  await app.jobs.runAll();
  expect(app.calendars.asked.at(-1)).toMatchObject({ url, etag: "", zone: "America/New_York" });
  expect((await agent(calendarSource.get)).data).toEqual({
    is_set: 1,
    read_at: app.clock.now().toISOString(),
    problem: "",
  });
  // Colleagues see it before they book anything, and nobody at another location does.
  for (const call of [agent, manager])
    expect(await busyOf(call)).toEqual([["Agent Tester", "2026-11-24T17:00:00.000Z"]]);
  expect(await busyOf(await app.signIn(dealer.owner, dealer.otherLocation_id))).toEqual([]);
  const { rows } = await app.pool.query<{ text: string }>("select s::text as text from calendar_sources s");
  for (const { text } of rows) expect(text).not.toContain("calendar.example");
});

test.each([
  "https://ana:secret@calendar.example/a.ics",
  "webcal://ana@calendar.example/a.ics",
  "https:ana@calendar.example",
])("an address with a user is refused at the field: %s", async (address) => {
  await expect(connect(manager, address)).rejects.toMatchObject({
    status: 422,
    fields: { url: "Enter an address without a username or password" },
  });
});

test("who makes a meeting for somebody who is busy is told, and can make it", async () => {
  const host_id = (await agent(accounts.profile)).data.id;
  const { id, status, message } = await hold(manager, { ...wallTime("2026-11-24", "12:30 PM"), host_id });
  expect([status, message]).toEqual(["warning", "Meeting created. Agent Tester is busy then in their own calendar."]);
  expect(id).toBeGreaterThan(0);
  expect((await hold(manager, { ...wallTime("2026-11-24", "01:00 PM"), host_id })).status).toBe("success");
});

test("a calendar is asked every quarter of an hour, with what it said last", async () => {
  await sweepCalendars(app.server);
  const before = app.calendars.asked.length;
  await app.jobs.runAll();
  expect(app.calendars.asked).toHaveLength(before);
  app.clock.advance(16 * 60_000);
  app.calendars.answers.set(url, { kind: "unchanged" });
  await sweepCalendars(app.server);
  await app.jobs.runAll();
  expect(app.calendars.asked.at(-1)).toMatchObject({ url, etag: '"1"' });
  expect(await busyOf(await app.signIn(dealer.agent))).toHaveLength(1);
});

test("the owner reads that times may be off, for as long as the calendar says the same", async () => {
  const warning = "We read its times as UTC.";
  app.calendars.answers.set(url, { kind: "read", busy: [noon], etag: '"2"', warning });
  const call = await app.signIn(dealer.agent);
  for (const answer of [undefined, { kind: "unchanged" } as const]) {
    if (answer) app.calendars.answers.set(url, answer);
    app.clock.advance(16 * 60_000);
    await sweepCalendars(app.server);
    await app.jobs.runAll();
    const { problem, read_at } = (await call(calendarSource.get)).data;
    expect([problem, read_at]).toEqual([warning, app.clock.now().toISOString()]);
  }
});

test("a file that never changes is read again once a day, since what repeats moves into the days ahead", async () => {
  app.calendars.answers.set(url, { kind: "read", busy: [noon], etag: '"3"' });
  app.clock.advance(25 * 60 * 60_000);
  const askAgain = async (minutes: number) => {
    app.clock.advance(minutes * 60_000);
    await sweepCalendars(app.server);
    await app.jobs.runAll();
    return app.calendars.asked.at(-1);
  };
  expect(await askAgain(16)).toMatchObject({ url, etag: "" });
  app.calendars.answers.set(url, { kind: "unchanged" });
  expect(await askAgain(16)).toMatchObject({ etag: '"3"' });
  // Nobody asked for 63 days: the next question wants the file, and times up to sixty days from then.
  const later = await askAgain(63 * 24 * 60);
  expect(later?.etag).toBe("");
  expect(later?.before.getTime()).toBeGreaterThan(app.clock.now().getTime() + 60 * 86_400_000);
  app.calendars.answers.set(url, { kind: "read", busy: [noon], etag: '"3"' });
  expect(await askAgain(16)).toMatchObject({ etag: "" });
  expect(await askAgain(16)).toMatchObject({ etag: '"3"' });
});

test("while it fails, what was read stays, and its owner reads what to do", async () => {
  const words = "We couldn't open this address.";
  app.calendars.answers.set(url, { kind: "failed", words });
  app.clock.advance(16 * 60_000);
  await sweepCalendars(app.server);
  await app.jobs.runAll();
  const call = await app.signIn(dealer.agent);
  expect((await call(calendarSource.get)).data.problem).toBe(words);
  expect(await busyOf(call)).toHaveLength(1);
});

test("another address forgets what the one before said, and so does disconnecting", async () => {
  const call = await app.signIn(dealer.agent);
  app.calendars.answers.set("https://calendar.example/other.ics", { kind: "read", busy: [noon], etag: "" });
  await connect(call, "https://calendar.example/other.ics");
  expect(await busyOf(call)).toEqual([]);
  await app.jobs.runAll();
  expect(await busyOf(call)).toHaveLength(1);
  await call(calendarSource.remove);
  expect(await busyOf(call)).toEqual([]);
  expect((await call(calendarSource.get)).data.is_set).toBe(0);
});

test("an answer that comes after another address was set is nobody's", async () => {
  const call = await app.signIn(dealer.agent);
  app.calendars.answers.set(url, { kind: "read", busy: [noon], etag: "" });
  await connect(call);
  await call(calendarSource.remove);
  await app.jobs.runAll();
  expect(await busyOf(call)).toEqual([]);
});

test("somebody who left isn't asked about", async () => {
  const call = await app.signIn(dealer.manager);
  await connect(call);
  await app.jobs.runAll();
  await app.pool.query("update users set is_active = false where email = $1", [dealer.manager]);
  const before = app.calendars.asked.length;
  app.clock.advance(60 * 60_000);
  await sweepCalendars(app.server);
  await app.jobs.runAll();
  expect(app.calendars.asked).toHaveLength(before);
});

test.each([
  "",
  "http://calendar.example/a.ics",
  "https://localhost/a.ics",
  "https://10.0.0.1/a.ics",
  "https://169.254.169.254/latest",
  "webcal://127.0.0.1/a.ics",
  "file:///etc/passwd",
  "javascript:alert(1)",
  `https://calendar.example/${"a".repeat(2_000)}`,
])("the address %j is refused", async (wrong) => {
  const call = await app.signIn(dealer.owner);
  await expect(connect(call, wrong)).rejects.toMatchObject({ fields: { url: expect.any(String) } });
});

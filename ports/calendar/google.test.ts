import { afterEach, beforeEach, expect, test } from "vitest";
import { inTime } from "#testing/deadlines.ts";
import type { CalendarAccounts } from "./calendar.ts";
import { type FakeGoogleCalendar, startFakeGoogleCalendar } from "./fakeGoogleCalendar.ts";
import { createGoogleCalendars } from "./google.ts";

const event = {
  id: "rooftop0123456789abcdef",
  title: "Trade-in",
  description: "",
  location: "",
  // 1:30 AM comes twice that night: this is the second one.
  start: new Date("2026-11-01T06:30:00Z"),
  end: new Date("2026-11-01T07:30:00Z"),
  zone: "America/New_York",
  roomRequest: "",
};
let fake: FakeGoogleCalendar;
let calendars: CalendarAccounts;
beforeEach(async () => {
  fake = await startFakeGoogleCalendar();
  calendars = createGoogleCalendars({
    clientId: "client",
    clientSecret: "very secret",
    timeout: 2_000,
    hosts: fake.hosts,
  });
});
afterEach(() => fake.close());

const write = (more: Partial<typeof event> = {}, etag = "") =>
  calendars.write("lasting", { ...event, ...more }, etag, inTime);
const etagOf = async (result: ReturnType<typeof write>) => {
  const written = await result;
  return written.kind === "written" ? written.etag : "";
};
const refuse = (status: number, reason: string) =>
  fake.nextResponses.push(
    (response) =>
      void response.writeHead(status).end(JSON.stringify({ error: { code: status, errors: [{ reason }] } })),
  );

test("only events and busy times are asked for, in a way that gives lasting access", () => {
  const { searchParams, pathname } = new URL(calendars.consentUrl("https://rooftop.test/back", "s", "a@b.example"));
  expect(pathname).toBe("/o/oauth2/v2/auth");
  expect(Object.fromEntries(searchParams)).toMatchObject({
    access_type: "offline",
    prompt: "consent",
    login_hint: "a@b.example",
    scope:
      "https://www.googleapis.com/auth/calendar.events.owned https://www.googleapis.com/auth/calendar.freebusy email",
  });
});

test("who leaves a scope out on Google's page isn't connected", async () => {
  fake.tokens.allowOnly("openid https://www.googleapis.com/auth/calendar.freebusy");
  expect(await calendars.redeem("good", "https://rooftop.test/back")).toMatchObject({ kind: "needs_access" });
});

test("times are instants with their zone, so that an hour that comes twice is the right one", async () => {
  await write();
  expect(fake.events.get(event.id)).toMatchObject({
    start: { dateTime: "2026-11-01T06:30:00.000Z", timeZone: "America/New_York" },
    end: { dateTime: "2026-11-01T07:30:00.000Z", timeZone: "America/New_York" },
  });
});

test("an event that its owner changed keeps what is theirs, and gets our time again", async () => {
  const etag = await etagOf(write());
  fake.put({ id: event.id, summary: "Mine", start: { date: "2026-11-01" }, end: { date: "2026-11-02" } });
  Object.assign(fake.events.get(event.id) ?? {}, { colorId: "7" });
  expect(await write({ title: "Ours" }, etag)).toMatchObject({ kind: "written" });
  const { start, summary, ...rest } = fake.events.get(event.id) ?? { start: {}, summary: "" };
  expect([summary, start, rest]).toMatchObject(["Ours", { dateTime: "2026-11-01T06:30:00.000Z" }, { colorId: "7" }]);
  expect(start).not.toHaveProperty("date");
});

test("in a calendar that was cleared an event is written anew, once", async () => {
  const etag = await etagOf(write());
  fake.clear();
  expect(await write({}, etag)).toMatchObject({ kind: "written" });
  expect(fake.events.size).toBe(1);
  refuse(410, "deleted");
  expect(await write({}, etag)).toEqual({ kind: "deleted" });
});

test("an event that changes all the time is left for later", async () => {
  const etag = await etagOf(write());
  for (let turn = 0; turn < 3; turn++) {
    refuse(412, "conditionNotMet");
    fake.nextResponses.push((response) => void response.writeHead(200).end(JSON.stringify({ etag: '"x"' })));
  }
  expect(await write({}, etag)).toMatchObject({ kind: "busy" });
});

test.each([
  [403, "rateLimitExceeded", "busy"],
  [403, "userRateLimitExceeded", "busy"],
  [403, "quotaExceeded", "busy"],
  [403, "accessNotConfigured", "busy"],
  [429, "rateLimitExceeded", "busy"],
  [500, "backendError", "busy"],
  [503, "backendError", "busy"],
  [401, "authError", "needs_access"],
  [403, "insufficientPermissions", "needs_access"],
  [400, "invalid", "refused"],
  [404, "notFound", "refused"],
])("status %i with %s means %s, and names nothing that was sent", async (status, reason, kind) => {
  refuse(status, reason);
  // A refused token is tried again with a fresh one, where one was in memory.
  const result = await write();
  expect(result).toEqual({ kind, why: `Google answered ${status} ${reason}` });
  expect(await write()).toMatchObject({ kind: "written" });
});

test("a token that ended before its time is fetched again", async () => {
  await write();
  fake.tokens.endTokens();
  expect(await calendars.room("lasting", event.id)).toMatchObject({ kind: "room" });
});

test("busy times that Google couldn't read are none that it did", async () => {
  const answer = { calendars: { primary: { errors: [{ domain: "global", reason: "internalError" }], busy: [] } } };
  fake.nextResponses.push((response) => void response.writeHead(200).end(JSON.stringify(answer)));
  const span = { from: new Date("2026-11-01T00:00:00Z"), before: new Date("2026-11-02T00:00:00Z") };
  expect(await calendars.times("lasting", span)).toMatchObject({ kind: "busy" });
});

test("an answer that never comes, or makes no sense, is busy", async () => {
  fake.nextResponses.push(
    (response) => response.destroy(),
    (response) => void response.writeHead(200).end("not JSON"),
  );
  for (const _ of [1, 2]) expect(await write()).toMatchObject({ kind: "busy" });
});

test("an event's name can't lead to another address", async () => {
  await calendars.room("lasting", "../../../users/me?x=");
  expect(fake.requests.at(-1)?.path).toBe("/calendar/v3/calendars/primary/events/..%2F..%2F..%2Fusers%2Fme%3Fx%3D");
});

import { expect, test } from "vitest";
import { createScriptedServer } from "#domains/inbox/sync/web/testing/scriptedServer.ts";
import { logEntries } from "./logEntries.ts";

const zone = "America/Los_Angeles";
const now = new Date("2026-03-01T16:00:00Z");

function messages(...specs: [datetime: string, from: 0 | 1][]) {
  const server = createScriptedServer();
  server.addChat(1);
  return specs.map(([datetime, from], at) => ({ ...server.addMessage(1, `text ${at}`, from), datetime }));
}

test("a day's first message has the day as heading, in the location's time zone", () => {
  const days = logEntries(
    messages(["2026-02-28T15:00:00Z", 1], ["2026-03-01T07:59:00Z", 1], ["2026-03-01T08:00:00Z", 1]),
    [],
    zone,
    now,
  ).map(({ day }) => day);
  expect(days).toEqual(["Yesterday", undefined, "Today"]);
});

test("what one side writes within a minute of the clock stands under one time", () => {
  const entries = logEntries(
    messages(
      ["2026-03-01T15:00:00Z", 1],
      ["2026-03-01T15:00:59Z", 1],
      ["2026-03-01T15:01:00Z", 1],
      ["2026-03-01T15:01:10Z", 0],
      ["2026-03-01T15:01:20Z", 1],
      ["2026-03-02T15:01:20Z", 1],
    ),
    [],
    zone,
    now,
  );
  expect(entries.map(({ isFirst }) => isFirst)).toEqual([true, false, true, true, true, true]);
});

const defaults = { attachments: [], failure: undefined };

test("a message keeps its key once it is stored", () => {
  const server = createScriptedServer();
  server.addChat(1);
  const pending = { client_id: "mine-1", chat_id: 1, message: "Hi", datetime: now.toISOString(), ...defaults };
  const [before] = logEntries([], [pending], zone, now);
  const [after] = logEntries([server.addMessage(1, "Hi", 0, "mine-1")], [], zone, now);
  expect(before?.key).toBe(after?.key);
});

test("notes and events stand between the messages by time, and before what is still being sent", () => {
  const event = (key: string, at: string) =>
    ({ key, kind: "closed", at, by: "", assigned_to: "", snoozed_until: null, note: "" }) as const;
  const pending = { client_id: "mine-1", chat_id: 1, message: "Hi", datetime: now.toISOString(), ...defaults };
  const stored = messages(["2026-03-01T15:00:00.000Z", 1], ["2026-03-01T15:00:30.000Z", 1]);
  const events = [
    event("first", "2026-03-01T14:00:00.000Z"),
    event("between", "2026-03-01T15:00:10.000Z"),
    event("last", "2026-03-01T15:59:00.000Z"),
  ];
  const entries = logEntries(stored, [pending], zone, now, events);
  expect(entries.map(({ key, isFirst }) => [key, isFirst])).toEqual([
    ["first", true],
    ["message-1", true],
    ["between", true],
    ["message-2", true],
    ["last", true],
    ["mine-1", true],
  ]);
});

test("a campaign's text never stands under an automatic message's head", () => {
  const [first, second, third] = messages(
    ["2026-03-01T15:00:00Z", 0],
    ["2026-03-01T15:00:10Z", 0],
    ["2026-03-01T15:00:20Z", 0],
  ).map((message) => ({ ...message, sent_by: "" }));
  if (!first || !second || !third) throw new Error("Three messages");
  const campaign = { id: 3, title: "Sale" };
  const entries = logEntries([first, { ...second, campaign }, { ...third, campaign }], [], zone, now);
  expect(entries.map(({ isFirst }) => isFirst)).toEqual([true, true, false]);
});

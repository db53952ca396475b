import { expect, test } from "vitest";
import { logEntries } from "./log.ts";
import { createScriptedServer } from "./testing/scriptedServer.ts";

const zone = "America/Los_Angeles";
const now = new Date("2026-03-01T16:00:00Z");

function messages(...given: [datetime: string, from: 0 | 1][]) {
  const server = createScriptedServer();
  server.addChat(1);
  return given.map(([datetime, from], at) => ({ ...server.addMessage(1, `text ${at}`, from), datetime }));
}

test("a day's first message is headed by the day, in the location's zone", () => {
  const days = logEntries(
    messages(["2026-02-28T15:00:00Z", 1], ["2026-03-01T07:59:00Z", 1], ["2026-03-01T08:00:00Z", 1]),
    [],
    zone,
    now,
  ).map(({ day }) => day);
  expect(days).toEqual(["Yesterday", undefined, "Today"]);
});

test("what one side writes within minutes stands together", () => {
  const entries = logEntries(
    messages(
      ["2026-03-01T15:00:00Z", 1],
      ["2026-03-01T15:01:00Z", 1],
      ["2026-03-01T15:02:00Z", 0],
      ["2026-03-01T15:30:00Z", 0],
    ),
    [],
    zone,
    now,
  );
  expect(entries.map(({ isFirst, isLast }) => [isFirst, isLast])).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [true, true],
  ]);
});

const nothingMore = { attachments: [], mentions: [], failure: undefined };

test("a text keeps its key when it has been stored", () => {
  const server = createScriptedServer();
  server.addChat(1);
  const pending = { client_id: "mine-1", chat_id: 1, message: "Hi", datetime: now.toISOString(), ...nothingMore };
  const [before] = logEntries([], [pending], zone, now);
  const [after] = logEntries([server.addMessage(1, "Hi", 0, "mine-1")], [], zone, now);
  expect(before?.key).toBe(after?.key);
});

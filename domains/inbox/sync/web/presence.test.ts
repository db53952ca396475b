import { expect, test } from "vitest";
import { nextAnnouncement, noAnnouncement, presenceText } from "../rules.ts";
import { createPresence, type PresenceReport } from "./presence.ts";

/** A presence whose clock the test advances. */
function openPresence() {
  let time = 0;
  const due: { at: number; act: () => void }[] = [];
  const reports: PresenceReport[] = [];
  const presence = createPresence({
    report: (sent) => void reports.push(sent),
    now: () => time,
    schedule(milliseconds, act) {
      const one = { at: time + milliseconds, act };
      due.push(one);
      return () => void (due.includes(one) && due.splice(due.indexOf(one), 1));
    },
  });
  const advance = (milliseconds: number) => {
    const until = time + milliseconds;
    for (;;) {
      const [next] = due.toSorted((one, other) => one.at - other.at);
      if (!next || next.at > until) break;
      due.splice(due.indexOf(next), 1);
      time = next.at;
      next.act();
    }
    time = until;
  };
  const receive = (user_id: number, is_typing: 0 | 1 = 0, is_here: 0 | 1 = 1, is_new: 0 | 1 = 0) =>
    presence.receive({
      target_id: 1,
      user_id,
      name: user_id === 5 ? "Maria Lopez" : "Ben Ode",
      is_typing,
      is_here,
      is_new,
    });
  const text = (chat = 1) => presenceText(presence.colleaguesIn(chat));
  return { presence, reports, advance, receive, text, due };
}

test("a colleague is present until their reports stop", () => {
  const { advance, receive, text } = openPresence();
  receive(5);
  expect([text(1), text(2)]).toEqual(["Maria Lopez is viewing", ""]);
  advance(20_000);
  receive(5);
  advance(29_999);
  expect(text()).toBe("Maria Lopez is viewing");
  advance(1);
  expect(text()).toBe("");
});

test("typing expires sooner, and leaving takes effect at once", () => {
  const { advance, receive, text } = openPresence();
  receive(5, 1);
  expect(text()).toBe("Maria Lopez is typing…");
  advance(5_000);
  expect(text()).toBe("Maria Lopez is viewing");
  receive(5, 0, 0);
  expect(text()).toBe("");
});

test("listeners are called on changes only, and get the same array until one", () => {
  const { presence, advance, receive } = openPresence();
  let changes = 0;
  presence.subscribe(() => {
    changes += 1;
  });
  receive(5);
  const list = presence.colleaguesIn(1);
  advance(10_000);
  receive(5);
  expect([changes, presence.colleaguesIn(1) === list]).toEqual([1, true]);
  advance(30_000);
  expect(changes).toBe(2);
});

test("presence is reported on arrival, every 20 seconds while staying, and on leaving", () => {
  const { presence, reports, advance } = openPresence();
  presence.view(1);
  advance(45_000);
  presence.view(2);
  presence.view(undefined);
  advance(60_000);
  const summary = reports.map(({ chat_id, is_here }) => `${chat_id} ${is_here}`);
  expect(summary).toEqual(["1 1", "1 1", "1 1", "1 0", "2 1", "2 0"]);
});

test("typing is reported at once, at most every 3 seconds, and withdrawn when the text is sent", () => {
  const { presence, reports, advance } = openPresence();
  presence.view(1);
  for (let count = 0; count < 70; count += 1) {
    presence.typed();
    advance(100);
  }
  expect(reports.map(({ is_typing }) => is_typing)).toEqual([0, 1, 1, 1]);
  presence.stopTyping();
  expect(reports.at(-1)).toEqual({ chat_id: 1, is_typing: 0, is_here: 1, is_new: 0 });
  presence.stopTyping();
  expect(reports).toHaveLength(5);
});

test("an arrival is answered once by those who are present", () => {
  const { presence, reports, receive } = openPresence();
  presence.view(1);
  receive(5, 0, 1, 1);
  // Their reports to others need no answer.
  receive(5);
  receive(6);
  expect(reports.map(({ is_new }) => is_new)).toEqual([1, 0]);
  presence.view(2);
  receive(6, 0, 1, 1);
  expect(reports.at(-1)).toEqual({ chat_id: 2, is_typing: 0, is_here: 1, is_new: 1 });
});

test("nothing is scheduled when nobody views a chat", () => {
  const { presence, receive, due, advance } = openPresence();
  receive(5, 1);
  presence.view(1);
  presence.view(undefined);
  advance(30_000);
  expect(due).toEqual([]);
});

const maria = { user_id: 5, name: "Maria Lopez", isTyping: false };
const ben = { user_id: 6, name: "Ben Ode", isTyping: false };

test.each([
  [[], ""],
  [[maria, ben], "Maria and Ben are viewing"],
  [[maria, { ...ben, isTyping: true }], "Ben Ode is typing…"],
  [[maria, ben, { ...ben, user_id: 7 }], "Maria and 2 others are viewing"],
])("%j: %s", (colleagues, text) => {
  expect(presenceText(colleagues)).toBe(text);
});

test("screen readers receive arrivals, departures and the first typing, not every pause", () => {
  const typing = { ...maria, isTyping: true };
  const steps = [[maria], [typing], [maria], [typing], [maria, ben], []];
  const texts: string[] = [];
  let last = noAnnouncement;
  for (const step of steps) {
    const next = nextAnnouncement(last, step);
    if (next !== last) texts.push(next.text);
    last = next;
  }
  expect(texts).toEqual(["Maria Lopez is viewing", "Maria Lopez is typing…", "Maria and Ben are viewing", ""]);
});

import { expect, test } from "vitest";
import { announced, nothingAnnounced, presenceText } from "../rules.ts";
import { createPresence, type Telling } from "./presence.ts";

/** A presence in a time that the test lets pass. */
function open() {
  let time = 0;
  const due: { at: number; act: () => void }[] = [];
  const told: Telling[] = [];
  const presence = createPresence({
    tell: (telling) => void told.push(telling),
    now: () => time,
    after(milliseconds, act) {
      const one = { at: time + milliseconds, act };
      due.push(one);
      return () => void (due.includes(one) && due.splice(due.indexOf(one), 1));
    },
  });
  const pass = (milliseconds: number) => {
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
  const hear = (user_id: number, is_typing: 0 | 1 = 0, is_here: 0 | 1 = 1, is_new: 0 | 1 = 0) =>
    presence.hear({
      target_id: 1,
      user_id,
      name: user_id === 5 ? "Maria Lopez" : "Ben Ode",
      is_typing,
      is_here,
      is_new,
    });
  const text = (chat = 1) => presenceText(presence.of(chat));
  return { presence, told, pass, hear, text, due };
}

test("a colleague is there until nothing more is heard of them", () => {
  const { pass, hear, text } = open();
  hear(5);
  expect([text(1), text(2)]).toEqual(["Maria Lopez is viewing", ""]);
  pass(20_000);
  hear(5);
  pass(29_999);
  expect(text()).toBe("Maria Lopez is viewing");
  pass(1);
  expect(text()).toBe("");
});

test("typing is forgotten sooner, and leaving at once", () => {
  const { pass, hear, text } = open();
  hear(5, 1);
  expect(text()).toBe("Maria Lopez is typing…");
  pass(5_000);
  expect(text()).toBe("Maria Lopez is viewing");
  hear(5, 0, 0);
  expect(text()).toBe("");
});

test("listeners hear of changes only, and get the same list until one", () => {
  const { presence, pass, hear } = open();
  let changes = 0;
  presence.subscribe(() => {
    changes += 1;
  });
  hear(5);
  const list = presence.of(1);
  pass(10_000);
  hear(5);
  expect([changes, presence.of(1) === list]).toEqual([1, true]);
  pass(30_000);
  expect(changes).toBe(2);
});

test("one tells on coming, every 20 seconds while staying, and on leaving", () => {
  const { presence, told, pass } = open();
  presence.look(1);
  pass(45_000);
  presence.look(2);
  presence.look(undefined);
  pass(60_000);
  const said = told.map(({ chat_id, is_here }) => `${chat_id} ${is_here}`);
  expect(said).toEqual(["1 1", "1 1", "1 1", "1 0", "2 1", "2 0"]);
});

test("typing is told at once, at most every 3 seconds, and taken back when it is sent", () => {
  const { presence, told, pass } = open();
  presence.look(1);
  for (let count = 0; count < 70; count += 1) {
    presence.type();
    pass(100);
  }
  expect(told.map(({ is_typing }) => is_typing)).toEqual([0, 1, 1, 1]);
  presence.stopTyping();
  expect(told.at(-1)).toEqual({ chat_id: 1, is_typing: 0, is_here: 1, is_new: 0 });
  presence.stopTyping();
  expect(told).toHaveLength(5);
});

test("who comes is answered by those who are there, once", () => {
  const { presence, told, hear } = open();
  presence.look(1);
  hear(5, 0, 1, 1);
  // Their answer to others is none to us.
  hear(5);
  hear(6);
  expect(told.map(({ is_new }) => is_new)).toEqual([1, 0]);
  presence.look(2);
  hear(6, 0, 1, 1);
  expect(told.at(-1)).toEqual({ chat_id: 2, is_typing: 0, is_here: 1, is_new: 1 });
});

test("nothing is due when nobody is anywhere", () => {
  const { presence, hear, due, pass } = open();
  hear(5, 1);
  presence.look(1);
  presence.look(undefined);
  pass(30_000);
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

test("read out are coming, going and the first word, not every pause", () => {
  const typing = { ...maria, isTyping: true };
  const steps = [[maria], [typing], [maria], [typing], [maria, ben], []];
  const texts: string[] = [];
  let last = nothingAnnounced;
  for (const step of steps) {
    const next = announced(last, step);
    if (next !== last) texts.push(next.text);
    last = next;
  }
  expect(texts).toEqual(["Maria Lopez is viewing", "Maria Lopez is typing…", "Maria and Ben are viewing", ""]);
});

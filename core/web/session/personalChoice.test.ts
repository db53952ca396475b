import { expect, test } from "vitest";
import { personalChoice, setPersonalChoice } from "./personalChoice.ts";

function storage(value?: string) {
  let stored = value ?? null;
  return {
    getItem: () => stored,
    setItem: (_: string, next: string) => {
      stored = next;
    },
  };
}

test("each person's choices are their own, and an empty one is forgotten", () => {
  const kept = storage();
  setPersonalChoice(kept, 1, "leads", "board");
  setPersonalChoice(kept, 2, "leads", "list");
  setPersonalChoice(kept, 1, "columns", "a,b");
  expect([1, 2, 3].map((id) => personalChoice(kept, id, "leads"))).toEqual(["board", "list", ""]);
  setPersonalChoice(kept, 1, "leads", "");
  expect([personalChoice(kept, 1, "leads"), personalChoice(kept, 1, "columns")]).toEqual(["", "a,b"]);
});

test.each(["[]", "null", "{", '{"1":5}', '{"1":{"leads":5}}', '"x"'])(
  "what else is stored as %s counts as nothing",
  (value) => {
    const kept = storage(value);
    expect(personalChoice(kept, 1, "leads")).toBe("");
    setPersonalChoice(kept, 1, "leads", "board");
    expect(personalChoice(kept, 1, "leads")).toBe("board");
  },
);

test("a shared browser remembers the last twenty people", () => {
  const kept = storage();
  for (let id = 100; id < 130; id += 1) setPersonalChoice(kept, id, "leads", "board");
  expect(Object.keys(JSON.parse(kept.getItem() ?? ""))).toHaveLength(20);
  expect(personalChoice(kept, 129, "leads")).toBe("board");
});

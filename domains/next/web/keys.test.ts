import { describe, expect, test, vi } from "vitest";
import { createFieldFocus, createKeyReader, createUndoStack } from "./keys.ts";

/** What letters, so many milliseconds apart, mean. `^` is Escape, capitals are pressed with Shift. */
function meant(letters: string, apart: number): (string | undefined)[] {
  const reader = createKeyReader();
  return [...letters].map((letter, at) =>
    reader.shortcutOf({
      key: letter === "^" ? "Escape" : letter,
      shiftKey: /[A-Z]/.test(letter),
      timeStamp: 1_000 + at * apart,
    }),
  );
}

describe("single keys", () => {
  test.each([
    ["eee", 120, ["e"]],
    ["tees", 120, ["t"]],
    ["eee", 399, ["e"]],
    ["eee", 400, ["e", "e", "e"]],
    // Moving and taking back close no one.
    ["jjj", 120, ["j", "j", "j"]],
    ["zz", 120, ["z", "z"]],
    ["buzz", 120, ["b"]],
    ["e^e", 120, ["e", "escape", "e"]],
    ["june 3", 120, ["j", " "]],
    ["E", 120, ["Shift+E"]],
    ["Ee", 120, ["Shift+E"]],
  ])("%s, %i ms apart", (letters, apart, meaning) => {
    expect(meant(letters, apart).filter((one) => one !== undefined)).toEqual(meaning);
  });

  test("go on a word that was begun in a field, unless Escape left it", () => {
    const reader = createKeyReader();
    reader.onTyped({ key: "o", shiftKey: false, timeStamp: 1_000 });
    expect(reader.shortcutOf({ key: "e", shiftKey: false, timeStamp: 1_200 })).toBeUndefined();
    reader.onTyped({ key: "Escape", shiftKey: false, timeStamp: 1_300 });
    expect(reader.shortcutOf({ key: "e", shiftKey: false, timeStamp: 1_350 })).toBe("e");
  });
});

describe("the field's focus", () => {
  test("is taken until a key is pressed outside of it", () => {
    const focus = createFieldFocus();
    expect(focus.takesFocus()).toBe(true);
    focus.onKey();
    expect(focus.takesFocus()).toBe(false);
  });

  test("comes back only with an entry that a click or Enter led to", () => {
    const focus = createFieldFocus();
    focus.onKey();
    focus.onEntry();
    expect(focus.takesFocus()).toBe(false);
    focus.onFollow();
    expect(focus.takesFocus()).toBe(false);
    focus.onEntry();
    expect(focus.takesFocus()).toBe(true);
  });

  test("stays away when a key follows the click before the entry changes", () => {
    const focus = createFieldFocus();
    focus.onFollow();
    focus.onKey();
    focus.onEntry();
    expect(focus.takesFocus()).toBe(false);
  });
});

describe("taking back", () => {
  test("goes step by step, newest first, and once for each", () => {
    const stack = createUndoStack();
    const taken: string[] = [];
    stack.add(() => taken.push("first"));
    const second = stack.add(() => taken.push("second"));
    stack.add(() => taken.push("third"));
    second.run();
    for (let press = 0; press < 4; press += 1) stack.undo();
    second.run();
    expect(taken).toEqual(["second", "third", "first"]);
  });

  test("goes on after one that failed, and skips what was never closed", () => {
    const stack = createUndoStack();
    const first = vi.fn();
    stack.add(first);
    const refused = stack.add(vi.fn());
    stack.add(() => Promise.reject(new Error("Too late")).catch(() => undefined));
    refused.drop();
    stack.undo();
    stack.undo();
    expect(first).toHaveBeenCalledOnce();
  });
});

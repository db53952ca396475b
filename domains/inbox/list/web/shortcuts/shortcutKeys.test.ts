import { expect, test } from "vitest";
import { createKeyReader, isMeant, type ShortcutAction, settleMs, shortcutFor, shortcuts } from "./shortcutKeys.ts";

const press = (key: string, held: object = {}) =>
  shortcutFor({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

test("each key does one thing", () => {
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length);
  expect(shortcuts.map(({ key }) => press(key))).toEqual(shortcuts.map(({ action }) => action));
});

test("capitals do the same; combinations with Ctrl, Alt or the command key stay the browser's", () => {
  expect(press("J")).toBe("next");
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) expect(press("r", held)).toBeUndefined();
  expect(press("y")).toBeUndefined();
});

const meant = (place: { open?: number; row?: number; isOpening?: boolean }): ShortcutAction[] => {
  const { open, row, isOpening = false } = place;
  return shortcuts.map(({ action }) => action).filter((action) => isMeant(action, { open, row, isOpening }));
};
const all = shortcuts.map(({ action }) => action);

test("what is typed while a conversation opens does nothing, except that the list can be gone through", () => {
  expect(meant({ open: 1, isOpening: true })).toEqual([]);
  expect(meant({ open: 1, row: 2, isOpening: true })).toEqual(["next", "previous", "open"]);
});

test("on another conversation's row, nothing is done with the open one", () => {
  const notOpen = meant({ open: 1, row: 2 });
  expect(all.filter((action) => !notOpen.includes(action))).toEqual([
    "reply",
    "close",
    "snooze",
    "book",
    "pin",
    "assign",
  ]);
  expect(meant({ open: 1, row: 1 })).toEqual(all);
  expect(meant({ open: 1 })).toEqual(all);
});

/** What is done when these keys are pressed, each so long after the one before. */
function done(keys: string, pauses: number | readonly number[]): string {
  const read = createKeyReader();
  let at = 0;
  let waiting: { readonly key: string; readonly until: number } | undefined;
  let acted = "";
  for (const [index, key] of [...keys].entries()) {
    at += typeof pauses === "number" ? pauses : (pauses[index] ?? 0);
    if (waiting && waiting.until <= at) {
      acted += waiting.key;
      waiting = undefined;
    }
    const meaning = read(press(key), at);
    if (meaning === "typed") waiting = undefined;
    if (meaning === "act") acted += key;
    if (meaning === "wait") waiting = { key, until: at + settleMs };
  }
  return acted + (waiting?.key ?? "");
}

test.each([
  "maria",
  "sam",
  "anna",
  "pepe",
  "eva",
  "espen",
  "nora",
  "oscar",
  "sean",
  "paola",
  "aaron",
  "noah reese",
  "Ann Lee",
])("%s, typed on the list, does nothing, however fast", (name) => {
  for (const pause of [20, 80, 150, 250, 299]) expect(done(name, pause).replace(/[jkrx]/g, ""), `${pause} ms`).toBe("");
});

test("a name that begins with a key that changes nothing changes nothing, either", () => {
  for (const name of ["jane", "kevin", "rosa", "xena", "robert", "jesse"])
    expect(done(name, 120)).not.toMatch(/[easpno]/);
});

test("single keys act, one after the other and the same again", () => {
  for (const key of "jkoresxpaw/?") expect(done(key, 0)).toBe(key);
  expect(done("jjjkk", 60)).toBe("jjjkk");
  expect(done("pp", 400)).toBe("pp");
  expect(done("jeje", 350)).toBe("jeje");
  expect(done("je", 60)).toBe("je");
  expect(done("ae", 400)).toBe("ae");
});

test("after a word, keys act again once there was silence", () => {
  expect(done("mariae", [0, 100, 100, 100, 100, 900])).toBe("");
  expect(done("mariae", [0, 100, 100, 100, 100, 1_100])).toBe("e");
});

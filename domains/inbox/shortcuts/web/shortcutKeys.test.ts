import { expect, test } from "vitest";
import { isMeant, type ShortcutAction, shortcutFor, shortcuts } from "./shortcutKeys.ts";

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
  expect(all.filter((action) => !notOpen.includes(action))).toEqual(["reply", "close", "snooze", "pin", "assign"]);
  expect(meant({ open: 1, row: 1 })).toEqual(all);
  expect(meant({ open: 1 })).toEqual(all);
});

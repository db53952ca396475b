import { expect, test } from "vitest";
import { shortcutFor, shortcuts } from "./shortcutKeys.ts";

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

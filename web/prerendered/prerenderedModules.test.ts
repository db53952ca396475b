import { expect, test } from "vitest";
import { allScreens } from "../screens.ts";
import { prerenderedModules } from "./prerenderedModules.ts";

const pages = prerenderedModules();
const files = Object.keys(import.meta.glob("../../domains/**/web/*.tsx")).map((file) => file.replace("../../", ""));

test("a prerendered page preloads its screen and every badge of the menu", () => {
  const badges = allScreens.flatMap(({ menu }) => menu?.badge?.componentName ?? []);
  expect(badges.length).toBeGreaterThan(0);
  const modules = pages.get("/appointments") ?? [];
  expect(modules.slice(0, -1).map((file) => file.split("/").at(-1))).toEqual(badges.map((name) => `${name}.tsx`));
  expect(modules.at(-1)).toBe("domains/appointments/web/AppointmentsScreen.tsx");
});

test("a page of the settings also preloads its frame with what the list shows", () => {
  const modules = (path: string) => pages.get(path)?.map((file) => file.split("/").at(-1)) ?? [];
  const frame = ["SettingsScreen.tsx", "RegistrationAlert.tsx"];
  expect(modules("/settings")).toEqual(expect.arrayContaining(frame));
  expect(modules("/settings/profile")).toEqual(expect.arrayContaining([...frame, "SettingsPages.tsx"]));
  expect(modules("/settings/text-registration")).toEqual(expect.arrayContaining([...frame, "RegistrationScreen.tsx"]));
  expect(modules("/appointments")).not.toEqual(expect.arrayContaining(frame));
});

test.each([...new Set([...pages.values()].flat())])("%s is a file", (file) => expect(files).toContain(file));

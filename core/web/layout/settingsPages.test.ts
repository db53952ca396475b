import { expect, test } from "vitest";
import { owner, staff } from "#core/people.ts";
import { lazyScreen, type ScreenDeclaration, type SettingsEntry } from "./screenDeclaration.ts";
import { settingsPages } from "./settingsPages.ts";

const component = lazyScreen(async () => ({ Nothing: () => null }), "Nothing");

test("the settings list what a user may open, about them first, and support access what it may read", () => {
  const page = (
    path: `/${string}`,
    roles: ScreenDeclaration["roles"],
    settings?: SettingsEntry,
  ): ScreenDeclaration => ({
    path,
    title: path,
    roles,
    layout: "shell",
    component,
    ...(settings && { settings }),
  });
  const declared = [
    page("/texts", staff, { group: "business", order: 10, supportAccess: "reads" }),
    page("/legal", owner, { group: "business", order: 5 }),
    page("/appointments", staff),
    page("/hours", staff, { group: "location", order: 20 }),
    page("/number", staff, { group: "location", order: 10 }),
    page("/profile", staff, { group: "you", order: 90 }),
  ];
  const paths = (user_type: "dealer" | "agent" | "superadmin", visiting = false) =>
    settingsPages({ user_type, visiting }, declared).map(({ path }) => path);
  expect(paths("dealer")).toEqual(["/profile", "/number", "/hours", "/legal", "/texts"]);
  expect(paths("agent")).toEqual(["/profile", "/number", "/hours", "/texts"]);
  expect(paths("dealer", true)).toEqual(["/texts"]);
  expect(paths("superadmin")).toEqual([]);
});

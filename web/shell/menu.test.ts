import { expect, test } from "vitest";
import { operator, owner, staff } from "#core/people.ts";
import { lazyScreen, type MenuEntry, type ScreenDeclaration } from "#core/web/layout/screenDeclaration.ts";
import { currentEntry, menuOf } from "./menu.ts";

const component = lazyScreen(async () => ({ Nothing: () => null }), "Nothing");

function screen(path: `/${string}`, roles: ScreenDeclaration["roles"], menu?: Partial<MenuEntry>): ScreenDeclaration {
  const entry = menu && { label: path, icon: () => null, order: 0, ...menu };
  return { path, title: path, roles, layout: "shell", component, menu: entry };
}

const screens = [
  screen("/customers", staff, { order: 31, group: "Customer" }),
  screen("/team", owner, { order: 50 }),
  screen("/inbox/:type", staff, { order: 10, to: "/inbox/all" }),
  screen("/customers/lists", ["dealer"], { order: 30, group: "Customer" }),
  screen("/admin/clients", operator, { order: 1 }),
  screen("/hidden", staff),
  { ...screen("/customers/:list_id/:upload?", staff), menuPath: "/customers" },
  { ...screen("/settings/profile", staff), settings: { group: "you", order: 1 } },
] satisfies ScreenDeclaration[];

const menuPaths = (role: "dealer" | "agent" | "superadmin") =>
  menuOf(screens, role).map((part) =>
    "item" in part ? part.item.to : [part.group, ...part.items.map(({ to }) => to)],
  );

test("lists the entries that the role may see, in order and grouped", () => {
  expect(menuPaths("dealer")).toEqual(["/inbox/all", ["Customer", "/customers/lists", "/customers"], "/team"]);
  expect(menuPaths("superadmin")).toEqual(["/admin/clients"]);
});

test("shows a group with one entry as that entry", () => {
  expect(menuPaths("agent")).toEqual(["/inbox/all", "/customers"]);
});

test("leaves out what support access doesn't open", () => {
  const hidden = screen("/settings", staff, { hiddenFromSupport: true });
  expect(menuOf([hidden], "dealer")).toHaveLength(1);
  expect(menuOf([hidden], "dealer", true)).toEqual([]);
});

test.each([
  ["/settings/profile", "/settings"],
  ["/customers", "/customers"],
  ["/customers/lists", "/customers/lists"],
  ["/customers/12", "/customers"],
  ["/customers/12/new", "/customers"],
  ["/inbox/unread", "/inbox/:type"],
  ["/elsewhere", undefined],
])("at %s highlights the entry of %s", (pathname, entry) => {
  expect(currentEntry(screens, pathname)).toBe(entry);
});

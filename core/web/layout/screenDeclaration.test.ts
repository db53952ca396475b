import { expect, test } from "vitest";
import { operator, owner, staff } from "#core/people.ts";
import {
  homePath,
  lazyScreen,
  pageTitle,
  requiredScreenPath,
  type ScreenDeclaration,
  type SettingsEntry,
  settingsPages,
  startPath,
} from "./screenDeclaration.ts";

const icon = () => null;
const component = lazyScreen(async () => ({ Nothing: () => null }), "Nothing");

function screen(path: `/${string}`, roles: ScreenDeclaration["roles"], order?: number): ScreenDeclaration {
  const menu = order === undefined ? undefined : { label: path, icon, order };
  return { path, title: path, roles, layout: "shell", component, menu };
}

const appointments = screen("/appointments", staff, 20);
const inbox = screen("/inbox/:type/:chat_id?", staff, 10);

test("the page title is the product's name and the screen's", () => {
  expect(pageTitle("Inbox")).toBe("Rooftop — Inbox");
  expect(pageTitle(undefined)).toBe("Rooftop");
});

test("staff start in the inbox, the operator on the operator's dashboard", () => {
  const all = [appointments, inbox, screen("/admin/dashboard", operator)];
  expect(homePath("agent", all)).toBe("/inbox/all");
  expect(homePath("superadmin", all)).toBe("/admin/dashboard");
});

test("without that screen they start at the first menu entry open to them", () => {
  expect(homePath("dealer", [screen("/customers", staff, 30), appointments])).toBe("/appointments");
});

test("a user starts at the screen to complete first, until it is completed", () => {
  const wizard: ScreenDeclaration = {
    ...screen("/wizard", ["dealer"]),
    layout: "auth",
    comesFirst: ({ location_id }) => location_id === null,
  };
  const names = { location: "", location_address: "", business_name: "", first_name: "", last_name: "" };
  const newcomer = { ...names, auth_token: "t", user_type: "dealer", dealer_id: 1, user_name_initials: "" } as const;
  expect(startPath({ ...newcomer, location_id: null }, [inbox, wizard])).toBe("/wizard");
  expect(startPath({ ...newcomer, location_id: 1 }, [inbox, wizard])).toBe("/inbox/all");
  expect(requiredScreenPath({ ...newcomer, location_id: 1 }, [inbox, wizard])).toBeUndefined();
});

test("a user without any screen starts at the page that says so", () => {
  expect(homePath("superadmin", [appointments, inbox])).toBe("/start");
});

test("the settings list what a user may open, about them first, and support access what it may read", () => {
  const page = (path: `/${string}`, roles: ScreenDeclaration["roles"], settings: SettingsEntry) => ({
    ...screen(path, roles),
    settings,
  });
  const declared = [
    page("/texts", staff, { group: "business", order: 10, supportAccess: "reads" }),
    page("/legal", owner, { group: "business", order: 5 }),
    appointments,
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

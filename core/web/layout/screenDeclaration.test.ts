import { expect, test } from "vitest";
import { operator, staff } from "#core/people.ts";
import {
  homePath,
  lazyScreen,
  pageTitle,
  requiredScreenPath,
  type ScreenDeclaration,
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

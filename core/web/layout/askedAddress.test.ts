import { expect, test } from "vitest";
import { managers, operator, owner, type Role, staff } from "#core/people.ts";
import type { Session } from "../session/createSession.ts";
import { landing, ownAddress, signInPath } from "./askedAddress.ts";
import { lazyScreen, type ScreenDeclaration } from "./screenDeclaration.ts";

const component = lazyScreen(async () => ({ Nothing: () => null }), "Nothing");
const screen = (path: `/${string}`, more: Partial<ScreenDeclaration>): ScreenDeclaration => ({
  path,
  title: path,
  roles: staff,
  layout: "shell",
  component,
  ...more,
});
const screens = [
  screen("/login", { roles: "anyone", layout: "auth" }),
  screen("/login/new-password", { layout: "auth", comesFirst: ({ must_change_password }) => !!must_change_password }),
  screen("/inbox/:type?/:chat_id?", {}),
  screen("/customers/:list_id/:upload?", {}),
  screen("/customers/duplicates", { roles: managers }),
  screen("/team", { roles: owner }),
  screen("/admin/dashboard", { roles: operator }),
  screen("/simulator", { roles: operator, layout: "public" }),
];
const person = (user_type: Role, must_change_password = false) => ({ user_type, must_change_password }) as Session;
const landingAt = (role: Role, asked: string) =>
  landing(person(role), screens, `?${new URLSearchParams({ next: asked })}`);

test.each([
  ["/inbox/all/12?tab=inactive&q=tow+package#m3", "/inbox/all/12?tab=inactive&q=tow+package#m3"],
  ["/customer/7", "/customer/7"],
  ["/inbox/all?q=https://elsewhere.example", "/inbox/all?q=https://elsewhere.example"],
  ["/inbox/./all", "/inbox/all"],
])("%s is an address of ours", (asked, own) => {
  expect(ownAddress(asked)).toBe(own);
});

test.each([
  "",
  "inbox/all",
  "https://elsewhere.example/inbox/all",
  "HTTPS:elsewhere.example",
  "//elsewhere.example",
  "///elsewhere.example",
  "/\\elsewhere.example",
  "\\\\elsewhere.example",
  "/\t/elsewhere.example",
  "/\n//elsewhere.example",
  "\t//elsewhere.example",
  " //elsewhere.example",
  "/..//elsewhere.example",
  "/.//elsewhere.example",
  "/%2e//elsewhere.example",
  "/inbox\\..\\..\\elsewhere",
  "/inbox/\u0000",
  "javascript:alert(1)",
  "data:text/html,hello",
  "@elsewhere.example",
  `/${"a".repeat(2_001)}`,
])("%j leads nowhere", (asked) => {
  expect(ownAddress(asked)).toBeUndefined();
  for (const role of ["dealer", "superadmin"] as const) {
    expect(landingAt(role, asked)).toBe(role === "dealer" ? "/inbox/all" : "/admin/dashboard");
  }
});

test.each<[Role, string, string]>([
  ["agent", "/inbox/unread/12?q=a", "/inbox/unread/12?q=a"],
  ["agent", "/customers/duplicates", "/inbox/all"],
  ["manager", "/customers/duplicates", "/customers/duplicates"],
  ["agent", "/team", "/inbox/all"],
  ["dealer", "/team", "/team"],
  ["dealer", "/admin/dashboard", "/inbox/all"],
  ["superadmin", "/team", "/admin/dashboard"],
  ["superadmin", "/simulator?phone=9095550113", "/simulator?phone=9095550113"],
  ["dealer", "/simulator", "/inbox/all"],
  ["dealer", "/login", "/inbox/all"],
  ["dealer", "/no-such-page", "/inbox/all"],
  ["dealer", "/api/profile", "/inbox/all"],
])("%s who asked for %s lands at %s", (role, asked, to) => {
  expect(landingAt(role, asked)).toBe(to);
});

test("a password of one's own comes first", () => {
  expect(landing(person("dealer", true), screens, "?next=/team")).toBe("/login/new-password");
});

test("the sign-in's address remembers what was asked for", () => {
  expect(signInPath("/team?sort=name")).toBe("/login?next=%2Fteam%3Fsort%3Dname");
  for (const start of ["/", "/inbox/all"]) expect(signInPath(start)).toBe("/login");
  expect(signInPath("//elsewhere.example")).toBe("/login");
});

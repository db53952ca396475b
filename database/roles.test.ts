import { expect, test } from "vitest";
import { rolesProblem } from "./roles.ts";

test.each([
  { exist: false, mayCreate: true, mayGrant: false },
  { exist: true, mayCreate: false, mayGrant: true },
  { exist: true, mayCreate: true, mayGrant: true },
  { exist: false, mayCreate: true, mayGrant: true },
])("%j is enough", (rights) => expect(rolesProblem({ owner: "acme", ...rights })).toBeUndefined());

test("an owner who may not create roles gets the script that does", () => {
  const text = rolesProblem({ owner: 'ac"me', exist: false, mayCreate: false, mayGrant: false }) ?? "";
  expect(text.split("\n")[0]).toContain("may not create the roles rooftop_app and rooftop_platform");
  expect(text.split("\n").slice(2)).toEqual([
    "  create role rooftop_app;",
    "  create role rooftop_platform;",
    '  grant rooftop_app, rooftop_platform to "ac""me" with admin option;',
  ]);
});

test("an owner whom existing roles weren't granted to gets that alone", () => {
  for (const mayCreate of [true, false]) {
    const text = rolesProblem({ owner: "acme", exist: true, mayCreate, mayGrant: false }) ?? "";
    expect(text.split("\n").slice(2)).toEqual(['  grant rooftop_app, rooftop_platform to "acme" with admin option;']);
  }
});

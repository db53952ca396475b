import { expect, test } from "vitest";
import { recipientsIn, recipientsPath } from "./public.ts";

const searchOf = (path: string) => new URL(path, "https://rooftop.test").searchParams;

test.each([
  ["", undefined],
  ["step=2", undefined],
  ["list=", undefined],
  ["list=-1", undefined],
  ["list=7.5&customers=x,0", undefined],
  ["list=7", { type: "list", lists: [7], customers: [] }],
  ["list=7&customers=3", { type: "list", lists: [7], customers: [] }],
  ["customers=3,4,3", { type: "individual", lists: [], customers: [3, 4] }],
  ["customers=3,,99999999999999999999,4", { type: "individual", lists: [], customers: [3, 4] }],
])("the recipients in %s", (search, recipients) => {
  expect(recipientsIn(new URLSearchParams(search))).toEqual(recipients);
});

test("are those that the address was made for", () => {
  expect(recipientsIn(searchOf(recipientsPath({ list: 9 })))).toMatchObject({ lists: [9] });
  expect(recipientsIn(searchOf(recipientsPath({ customers: [1, 2] })))).toMatchObject({ customers: [1, 2] });
});

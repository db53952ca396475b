import { expect, test } from "vitest";
import { optionsFound } from "./optionsFound.ts";

const option = (label: string) => ({ value: label, label });
const options = [
  option("O’Brien Chevrolet"),
  { group: "South", items: [option("Núñez Ford"), option("Łódź Motors")] },
  option("Main Street"),
];
const found = (search: string, limit = 100) =>
  optionsFound({ options, search, limit }).flatMap((one) =>
    ("group" in one ? one.items : [one]).map(({ label }) => label),
  );

test.each([
  ["obrien", ["O’Brien Chevrolet"]],
  ["ford nunez", ["Núñez Ford"]],
  ["lodz", ["Łódź Motors"]],
  ["nobody", []],
])("a search for %j finds %j", (search, labels) => expect(found(search)).toEqual(labels));

test("a search for nothing leaves all of them, up to the limit", () => {
  expect(found("")).toHaveLength(4);
  expect(found("", 1)).toEqual(["O’Brien Chevrolet"]);
});

import { expect, test } from "vitest";
import { chosenColumns, readChoice, writeChoice } from "./columnChoice.ts";

const columns = ["name", "stage", "owner", "source"].map((key) => ({ key, label: key, isFixed: key === "name" }));
const shown = (stored: string) => chosenColumns(columns, readChoice(stored, columns)).map(({ key }) => key);

test.each([
  ["", ["name", "stage", "owner", "source"]],
  ["source,-stage,owner", ["name", "source", "owner"]],
  ["owner", ["name", "owner", "stage", "source"]],
  ["-owner,-stage,-source", ["name"]],
  ["gone,-name,owner,owner,-owner", ["name", "owner", "stage", "source"]],
])("%j shows %j", (stored, keys) => expect(shown(stored)).toEqual(keys));

test("a choice is read as it was written", () => {
  const chosen = readChoice("source,-stage,owner", columns);
  expect(writeChoice(chosen)).toBe("source,-stage,owner");
});

test("an optional column is hidden until it is chosen", () => {
  const some = [...columns, { key: "vin", label: "VIN", isFixed: false, isOptional: true }];
  const keys = (stored: string) => chosenColumns(some, readChoice(stored, some)).map(({ key }) => key);
  expect(keys("")).toEqual(["name", "stage", "owner", "source"]);
  expect(keys("stage,vin,-owner,-source")).toEqual(["name", "stage", "vin"]);
});

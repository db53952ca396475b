import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { stateCode, stateCodes, states, usState } from "./states.ts";

test("there are fifty states, the District of Columbia and five territories, ordered by name", () => {
  expect(stateCodes).toHaveLength(56);
  const names = stateCodes.map((code) => states[code]);
  expect(names.map((name) => name.replace(/^US /, ""))).toEqual(
    names.map((name) => name.replace(/^US /, "")).sort((one, other) => sortKey(one).localeCompare(sortKey(other))),
  );
});

/** The Virgin Islands sort as "US Virgin Islands". */
const sortKey = (name: string) => (name === "Virgin Islands" ? `US ${name}` : name);

test("a state is recognized by code and by name, in any case", () => {
  fc.assert(
    fc.property(fc.constantFrom(...stateCodes), fc.boolean(), fc.boolean(), (code, byName, lower) => {
      const spelling = byName ? states[code] : code;
      expect(stateCode(` ${lower ? spelling.toLowerCase() : spelling.toUpperCase()} `)).toBe(code);
    }),
  );
});

test.each(["", "XX", "Ontario", "toString", "constructor", "C A"])("%j is not a state", (typed) => {
  expect(stateCode(typed)).toBeUndefined();
});

test.each([
  ["CA", "CA", undefined],
  ["california", "CA", undefined],
  ["", undefined, "State is required"],
  [undefined, undefined, "State is required"],
  ["Ontario", undefined, "Select a state from the list"],
  ["constructor", undefined, "Select a state from the list"],
])("a form's state %j is parsed as %j", (typed, code, text) => {
  const parsed = z.safeParse(usState("State is required"), typed);
  expect([parsed.data, parsed.error?.issues[0]?.message]).toEqual([code, text]);
});

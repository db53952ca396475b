import fc from "fast-check";
import { expect, test } from "vitest";
import { fieldsToFill } from "./useFilledForm.ts";

const filled = { title: "", hour: "9", phones: ["1"], custom: { a: "x", b: "y" } };

test.each([
  ["nothing changes", {}, {}, {}],
  ["an untouched field follows", { hour: "10" }, {}, { hour: "10" }],
  ["what was typed stays", { title: "Stored" }, { title: "Typed" }, {}],
  ["what was emptied stays empty", { hour: "10" }, { hour: "" }, {}],
  ["other fields follow beside what was typed", { title: "Stored", hour: "10" }, { title: "Typed" }, { hour: "10" }],
  ["what was typed and taken back follows", { title: "Stored" }, { title: "" }, { title: "Stored" }],
  ["a fresh list with the same items changes nothing", { phones: ["1"] }, {}, {}],
  ["an untouched list follows", { phones: ["1", "2"] }, { phones: ["1"] }, { phones: ["1", "2"] }],
  ["a list that was added to stays", { phones: [] }, { phones: ["1", "3"] }, {}],
  [
    "the order of an object's keys doesn't count",
    { custom: { a: "z", b: "y" } },
    { custom: { b: "y", a: "x" } },
    { custom: { a: "z", b: "y" } },
  ],
  ["what was typed as it is wanted stays", { title: "Same" }, { title: "Same" }, {}],
])("%s", (_, wanted, typed, next) => {
  expect(fieldsToFill(filled, wanted, { ...filled, ...typed })).toEqual(next);
});

const names = ["a", "b", "c", "d"] as const;
// Few values, so that fields often hold the same.
const value = fc.oneof(fc.constantFrom("", "x", 0, 1, null), fc.array(fc.constantFrom("x", "y"), { maxLength: 2 }));
const form = fc.record({ a: value, b: value, c: value, d: value });
const step = fc.oneof(
  fc.record({ typed: fc.constantFrom(...names), value }),
  fc.record({ wanted: fc.dictionary(fc.constantFrom(...names), value) }),
);

test("a field that a person changed is never changed while open, and all others hold what was wanted last", () => {
  fc.assert(
    fc.property(form, fc.array(step, { maxLength: 20 }), (opened, steps) => {
      let [held, filledWith] = [opened, opened];
      const expected: Record<string, unknown> = { ...opened };
      const typed = new Set<string>();
      for (const one of steps) {
        if ("typed" in one) {
          held = { ...held, [one.typed]: one.value };
          expected[one.typed] = one.value;
          // Taken back, it counts as untouched again.
          if (JSON.stringify(one.value) === JSON.stringify(filledWith[one.typed])) typed.delete(one.typed);
          else typed.add(one.typed);
        } else {
          const next = fieldsToFill(filledWith, one.wanted, held);
          [held, filledWith] = [
            { ...held, ...next },
            { ...filledWith, ...next },
          ];
          for (const [name, wanted] of Object.entries(one.wanted)) if (!typed.has(name)) expected[name] = wanted;
        }
        expect(held).toEqual(expected);
      }
    }),
  );
});

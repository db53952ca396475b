import fc from "fast-check";
import { expect, test } from "vitest";
import { distinctOptions } from "./distinctOptions.ts";

test("each value is an option once, the first with it wins, and the order stays", () => {
  const chosen = { value: 4, label: "Spring, as it was chosen" };
  const found = [
    { value: 3, label: "Winter" },
    { value: 4, label: "Spring" },
    { value: 3, label: "Winter again" },
  ];
  expect(distinctOptions([...found, chosen])).toEqual([found[0], found[1]]);
  expect(distinctOptions([])).toEqual([]);
});

test("no value comes twice, and none is lost", () => {
  const option = fc.record({ value: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom("0", "1", "")) });
  fc.assert(
    fc.property(fc.array(option), (options) => {
      const values = distinctOptions(options).map(({ value }) => String(value));
      expect(values).toEqual([...new Set(options.map(({ value }) => String(value)))]);
    }),
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { filterInAddress, filterOfAddress } from "./filterAddress.ts";

test("an address keeps a filter", () => {
  const key = fc.stringMatching(/^[a-z0-9_]{1,20}$/);
  const typed = fc.stringMatching(/^[^.]{1,40}$/);
  fc.assert(
    fc.property(
      key,
      fc.constantFrom("is" as const, "contains" as const, "between" as const),
      typed,
      typed,
      (k, c, a, b) => {
        const filter = { key: k, comparison: c, value: a, to: c === "between" ? b : "" };
        expect(filterOfAddress(filterInAddress(filter))).toEqual(filter);
      },
    ),
  );
  for (const comparison of ["filled", "empty"] as const) {
    const filter = { key: "hobby", comparison, value: "", to: "" };
    expect(filterOfAddress(filterInAddress(filter))).toEqual(filter);
  }
  expect(filterOfAddress("hobby")).toEqual({ key: "hobby" });
  expect(filterOfAddress("")).toBeUndefined();
  expect(filterOfAddress("a.is.")).toBeUndefined();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { sparklinePoints } from "./Sparkline.tsx";

test("the line stays within its box, and a higher value is higher", () => {
  const values = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 2, maxLength: 100 });
  fc.assert(
    fc.property(values, (values) => {
      const points = sparklinePoints(values);
      expect(points).toHaveLength(values.length);
      for (const [at, [x, y]] of points.entries()) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(120);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(36);
        const next = points[at + 1];
        if (next) expect(Math.sign(y - next[1])).toBe(Math.sign((values[at + 1] ?? 0) - (values[at] ?? 0)));
      }
    }),
  );
});

test("nothing is flat at the bottom", () => {
  expect(sparklinePoints([0, 0, 0]).map(([, y]) => y)).toEqual([33, 33, 33]);
});

import { expect, test } from "vitest";
import { recipientStates } from "../fields.ts";
import { progressParts } from "./progressParts.ts";

test("everybody who is texted stands in exactly one part", () => {
  const counts = recipientStates.map((state) => ({ state, count: 10 }));
  const { parts, handed, expected } = progressParts(counts);
  expect(parts).toEqual([
    { part: "delivered", count: 10 },
    { part: "moving", count: 40 },
    { part: "failed", count: 10 },
    { part: "waiting", count: 10 },
  ]);
  // Who was left out is never sent anything.
  expect([handed, expected]).toEqual([60, 70]);
});

test("before the start there is nobody", () => {
  expect(progressParts([])).toEqual({ parts: [], handed: 0, expected: 0 });
});

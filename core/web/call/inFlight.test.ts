import { expect, test } from "vitest";
import { createInFlight } from "./inFlight.ts";

test("the same request isn't sent again until it is over; another one is", () => {
  const inFlight = createInFlight();
  const first = { params: { id: 1 }, body: { text: "Hello" } };
  expect(inFlight.begin(first)).toBe(true);
  expect(inFlight.begin({ params: { id: 1 }, body: { text: "Hello" } })).toBe(false);
  expect(inFlight.begin({ params: { id: 2 }, body: { text: "Hello" } })).toBe(true);
  expect(inFlight.begin({ params: { id: 1 }, body: { text: "Hello!" } })).toBe(true);
  inFlight.end(first);
  expect(inFlight.begin(first)).toBe(true);
});

import { afterEach, expect } from "vitest";
import { takeRefusals } from "#core/server/heldConnection.ts";

/** Fails a test in which a unit of work asked for a second connection. */
takeRefusals();
afterEach(() => {
  expect(takeRefusals().map(({ stack }) => stack)).toEqual([]);
});

import { expect, test } from "vitest";
import { isTimeZone, timeZoneName, timeZones } from "./timeZones.ts";

test.each([
  ["America/Los_Angeles", "Pacific time"],
  ["America/Detroit", "Eastern time"],
  ["Europe/Isle_of_Man", "Isle of Man time"],
])("%s is %s", (zone, name) => expect(timeZoneName(zone)).toBe(name));

test.each(Object.keys(timeZones))("%s is a zone that this runtime knows", (zone) => {
  expect(isTimeZone(zone)).toBe(true);
  expect(new Intl.DateTimeFormat("en-US", { timeZone: zone }).resolvedOptions().timeZone).toBe(zone);
});

test.each(["", "toString", "America/Nowhere", "america/chicago"])("%j is none", (zone) => {
  expect(isTimeZone(zone)).toBe(false);
});

import { expect, test } from "vitest";
import { createStopSignals } from "./stopSignals.ts";

test.each<[readonly number[], readonly string[]]>([
  [[0], ["stop"]],
  [[0, 5, 999], ["stop"]],
  [
    [0, 1_000],
    ["stop", "end"],
  ],
  [
    [0, 5, 30_000],
    ["stop", "end"],
  ],
])("signals at %j lead to %j", (times, expected) => {
  const done: string[] = [];
  let at = 0;
  const signal = createStopSignals({ stop: () => done.push("stop"), end: () => done.push("end"), now: () => at });
  for (at of times) signal();
  expect(done).toEqual(expected);
});

import { expect, test } from "vitest";
import { evictionFor, isTooSlow, nothingYet, observe } from "./bodyProgress.ts";

const limits = { idleMs: 10_000, graceMs: 10_000, bytesPerSecond: 8_000, count: 6, countPerAddress: 3 };
const second = 1_000;

/** How many seconds a body lasts that brings these bytes each second; undefined when it may go on for the hour. */
function lasts(bytesPerSecond: (second: number) => number, isUnread: (second: number) => boolean = () => false) {
  let progress = nothingYet;
  let receivedBytes = 0;
  for (let now = 1; now <= 3_600; now++) {
    receivedBytes += bytesPerSecond(now);
    progress = observe(progress, { receivedBytes, elapsedMs: second, isUnread: isUnread(now) });
    if (isTooSlow(progress, limits)) return now;
  }
  return undefined;
}

test.each<[string, (now: number) => number, number | undefined]>([
  ["that never begins", () => 0, 10],
  ["that brings a byte a second", () => 1, 11],
  ["that is a little too slow", () => 7_900, 11],
  ["that is just fast enough", () => 8_000, undefined],
  ["over a slow phone", () => 12_000, undefined],
  ["that comes in bursts with nine seconds between them", (now) => (now % 10 === 0 ? 200_000 : 0), undefined],
  ["that begins well, then trickles", (now) => (now <= 2 ? 100_000 : 1), 26],
  ["that begins well, then stops", (now) => (now <= 2 ? 10_000_000 : 0), 12],
])("a body %s lasts for as long as it may", (_, bytes, seconds) => {
  expect(lasts(bytes)).toBe(seconds);
});

test("time in which the app leaves bytes unread is not the sender's", () => {
  const isBusy = (now: number) => now > 1 && now <= 60;
  expect(lasts((now) => (now === 1 ? 500 : 0), isBusy)).toBe(70);
  expect(lasts((now) => (isBusy(now) ? 0 : 9_000), isBusy)).toBeUndefined();
});

const body = (name: string, address: string, speed: number) => ({ name, address, speed });
const three = [body("a1", "a", 5), body("a2", "a", 1), body("a3", "a", 1)];

test.each([
  ["nobody, while there is room", [], undefined],
  ["nobody of an address that may have one more", [...three.slice(1), body("new", "a", 0)], undefined],
  ["nobody of another address", [...three, body("new", "b", 0)], undefined],
  ["the slowest of its address that came first", [...three, body("new", "a", 0)], ["a2", true]],
  [
    "the slowest of the largest group",
    [...three, body("b1", "b", 0), body("c1", "c", 0), body("d1", "d", 0), body("new", "e", 0)],
    ["a2", false],
  ],
  [
    "its own address first",
    [...three, body("b1", "b", 0), body("c1", "c", 0), body("d1", "d", 0), body("new", "a", 0)],
    ["a2", true],
  ],
])("gives way: %s", (_, bodies, expected) => {
  const eviction = evictionFor(bodies, limits);
  expect(eviction && [eviction.loser.name, eviction.isForAddress]).toEqual(expected);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patiently } from "./patiently.ts";

const line = { onLine: true };

beforeEach(() => {
  vi.useFakeTimers();
  line.onLine = true;
  vi.stubGlobal("navigator", line);
  vi.stubGlobal("window", new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const gone = new TypeError("Failed to fetch dynamically imported module");

test("what can be had is had at once", async () => {
  const load = vi.fn(async () => "code");
  expect(await patiently(load)).toBe("code");
  expect(load).toHaveBeenCalledTimes(1);
});

test("without a line it is waited for, however long, and asked for when the line is back", async () => {
  line.onLine = false;
  const load = vi.fn(async () => {
    if (!line.onLine) throw gone;
    return "code";
  });
  const loaded = patiently(load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(load).toHaveBeenCalledTimes(1);
  line.onLine = true;
  window.dispatchEvent(new Event("online"));
  expect(await loaded).toBe("code");
});

test("on a line that is bad for a moment it is had a little later", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(gone).mockResolvedValue("code");
  const loaded = patiently(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe("code");
});

test("what is gone from a server that can be reached is told as it was told", async () => {
  const load = vi.fn(async () => Promise.reject(gone));
  const told = expect(patiently(load)).rejects.toBe(gone);
  await vi.runAllTimersAsync();
  await told;
  expect(load).toHaveBeenCalledTimes(4);
});

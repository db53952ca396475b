import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { retryImport } from "./retryImport.ts";

const network = { onLine: true };

beforeEach(() => {
  vi.useFakeTimers();
  network.onLine = true;
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("window", new EventTarget());
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const importError = new TypeError("Failed to fetch dynamically imported module");

test("a successful load returns at once", async () => {
  const load = vi.fn(async () => "code");
  expect(await retryImport(load)).toBe("code");
  expect(load).toHaveBeenCalledTimes(1);
});

test("offline it waits, however long, and retries once the connection is back", async () => {
  network.onLine = false;
  const load = vi.fn(async () => {
    if (!network.onLine) throw importError;
    return "code";
  });
  const loaded = retryImport(load);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(load).toHaveBeenCalledTimes(1);
  network.onLine = true;
  window.dispatchEvent(new Event("online"));
  expect(await loaded).toBe("code");
});

test("on a flaky connection it succeeds a little later", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(importError).mockResolvedValue("code");
  const loaded = retryImport(load);
  await vi.runAllTimersAsync();
  expect(await loaded).toBe("code");
});

test("a persistent failure while online rejects with the original error", async () => {
  const load = vi.fn(async () => Promise.reject(importError));
  const rejected = expect(retryImport(load)).rejects.toBe(importError);
  await vi.runAllTimersAsync();
  await rejected;
  expect(load).toHaveBeenCalledTimes(4);
});

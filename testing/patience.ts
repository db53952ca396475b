import { vi } from "vitest";

/**
 * How long a test waits for what must come. A wait ends as soon as that has come, so that only a broken test takes this
 * long, and a machine with ten times as much to do as it can breaks none.
 */
const patienceMs = 30_000;

const waitFor = vi.waitFor;
// A file may share its process with others, which have set this already.
if (waitFor.name !== "waitPatiently") {
  vi.waitFor = function waitPatiently(callback, options = {}) {
    const { timeout = 0, ...others } = typeof options === "number" ? { timeout: options } : options;
    return waitFor(callback, { ...others, timeout: Math.max(timeout, patienceMs) });
  };
}

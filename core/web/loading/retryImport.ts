/** Milliseconds before each retry while online; after these, loading fails for good. */
const retryDelays = [500, 2_000, 8_000];

/** Waits until the browser is online again, or for `delay` when it already is. */
async function waitForRetry(delay: number): Promise<void> {
  if (navigator.onLine) return new Promise((resolve) => setTimeout(resolve, delay));
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
}

/** Loads code, retrying while offline; rethrows the error of `load` when it keeps failing online. */
export async function retryImport<M>(load: () => Promise<M>): Promise<M> {
  for (const delay of retryDelays) {
    try {
      return await load();
    } catch {
      await waitForRetry(delay);
    }
  }
  return load();
}

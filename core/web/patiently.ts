/** Milliseconds before each further try while there seems to be a line: after these the code is gone for good. */
const pauses = [500, 2_000, 8_000];

/** Where there is no line, until there is one; else for so many milliseconds. */
async function wait(pause: number): Promise<void> {
  if (navigator.onLine) return new Promise((resolve) => setTimeout(resolve, pause));
  return new Promise((resolve) => window.addEventListener("online", () => resolve(), { once: true }));
}

/** Loads code, again and again where the line is gone; throws what `load` threw when it can't be had on a good line. */
export async function patiently<M>(load: () => Promise<M>): Promise<M> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await wait(pause);
    }
  }
  return load();
}

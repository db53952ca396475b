/**
 * Sends one value at a time; of those that arrive meanwhile only the latest follows.
 *
 * @param send must never reject.
 * @param onDone runs when nothing is in flight any more.
 */
export function createLatestOnly<T>(send: (value: T) => Promise<unknown>, onDone: () => void) {
  let isInFlight = false;
  let next: { readonly value: T } | undefined;

  async function run(value: T): Promise<void> {
    isInFlight = true;
    for (let current: typeof next = { value }; current; current = next) {
      next = undefined;
      await send(current.value);
    }
    isInFlight = false;
    onDone();
  }

  return (value: T): void => {
    if (isInFlight) next = { value };
    else void run(value);
  };
}

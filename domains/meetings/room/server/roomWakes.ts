import type { RoomKey } from "./seatStore.ts";

const waiting = new Map<string, Set<() => void>>();

const nameOf = ({ dealer_id, appointment_id }: RoomKey) => `${dealer_id} ${appointment_id}`;

/** Requests of this process that wait for news of a room. Those of other nodes look by themselves once a second. */
export const roomWakes = {
  /** Has everybody who waits for a room's news look now. */
  wake(room: RoomKey): void {
    for (const look of waiting.get(nameOf(room)) ?? []) look();
  },

  /** Resolves when there may be news, or after a while. */
  wait(room: RoomKey, milliseconds: number, signal: AbortSignal): Promise<void> {
    const name = nameOf(room);
    const { promise, resolve } = Promise.withResolvers<void>();
    const looks = waiting.get(name) ?? new Set();
    waiting.set(name, looks.add(resolve));
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => resolve();
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
    return promise.finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      looks.delete(resolve);
      if (looks.size === 0 && waiting.get(name) === looks) waiting.delete(name);
    });
  },
};

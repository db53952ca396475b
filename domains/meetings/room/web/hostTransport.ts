import { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { meetingRoom } from "../contract.ts";
import { type CallTransport, RefusedEntry } from "./runCall.ts";

/** How often a host asks while the server says nothing: also a sign of life. */
const everyMs = 4000;

export interface HostTransport extends CallTransport {
  /** Asks at once: there is news. */
  wake(): void;
}

/** Failures that trying again doesn't change: a colleague is in, the meeting is over or canceled, the session ended. */
const isFinal = (failure: unknown): failure is CallError =>
  failure instanceof CallError && [401, 403, 404, 409].includes(failure.status);

/** A member's way to the server: calls, with an event that says when there is news. */
export function hostTransport(id: number): HostTransport {
  let hasNews = true;
  let stopWaiting = () => {};
  const pause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs);
      stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", stopWaiting, { once: true });
    });
  return {
    async enter() {
      try {
        return (await api(meetingRoom.enter, { params: { id } })).data;
      } catch (failure) {
        if (isFinal(failure)) throw new RefusedEntry("refused", failure.message);
        throw failure;
      }
    },
    async exchange(body, signal) {
      if (!hasNews && body.known !== "" && body.signals.length === 0) await pause(signal);
      signal.throwIfAborted();
      hasNews = false;
      try {
        return (await api(meetingRoom.exchange, { params: { id }, body, signal })).data;
      } catch (failure) {
        // Canceled, or moved to a link of someone's.
        if (failure instanceof CallError && failure.status === 404) throw new RefusedEntry("over", "");
        if (isFinal(failure)) throw new RefusedEntry("refused", failure.message);
        throw failure;
      }
    },
    leave: (seat) => void api(meetingRoom.leave, { params: { id }, body: { seat } }).catch(() => undefined),
    wake() {
      hasNews = true;
      stopWaiting();
    },
  };
}

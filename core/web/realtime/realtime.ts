import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Socket } from "socket.io-client";
import type { Call } from "#core/call.ts";
import {
  type EventPosition,
  type LastSequences,
  lastSequencesEvent,
  type PayloadOf,
  type RealtimeEvent,
} from "#core/event.ts";
import { createEventSequencer, type MissedEvents } from "#core/eventSequencer.ts";
import { createObservable } from "#core/observable.ts";
import { session } from "../session/session.ts";
import { useObservable } from "../useStore.ts";
import { useThrottledCallback } from "../useThrottledCallback.ts";

export type ConnectionStatus = "connecting" | "connected" | "reconnecting";

type EventHandler = (payload: never) => void;

const handlers = new Map<string, Set<EventHandler>>();
const onReconnect = new Set<() => unknown>();
let state: ConnectionStatus = "connecting";
const connectionStatus = createObservable(() => state);
/** Connected, and every published event has been applied. */
let isUpToDate = false;
/** How many components are fetching what they missed. */
let pendingCatchUps = 0;

/** Loaded separately, so that the sign-in screens do without it; retried until it succeeds. */
function socketClient(): Promise<typeof import("socket.io-client")> {
  return import("socket.io-client").catch(async () => {
    setState("reconnecting");
    await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs));
    return socketClient();
  });
}

function setState(next: ConnectionStatus): void {
  if (state === next) return;
  state = next;
  connectionStatus.notify();
}

function updateState(): void {
  if (isUpToDate && pendingCatchUps === 0) setState("connected");
  else if (state === "connected") setState("reconnecting");
}

function markDisconnected(): void {
  isUpToDate = false;
  setState("reconnecting");
}

/** Delays the `connected` status until `done`, which fetches what was missed, settles. */
export function delayConnectedUntil(done: Promise<unknown>): void {
  const count = (step: 1 | -1) => {
    pendingCatchUps += step;
    updateState();
  };
  let isCounted = false;
  // Quick catch-ups don't change the status.
  const wait = setTimeout(() => {
    isCounted = true;
    count(1);
  }, 1000);
  void done.finally(() => {
    clearTimeout(wait);
    if (isCounted) count(-1);
  });
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds before a reconnect where Socket.IO itself gives up: after a refusal, or a disconnect by the server. */
const reconnectDelayMs = 3000;

/**
 * Connects the signed-in user; returns a function that disconnects.
 *
 * @param onRefused checks whether the session is still valid: the server refuses ended sessions.
 * @param fetchMissed fetches the missed events.
 */
export function connectRealtime(
  onRefused: () => void,
  fetchMissed: (heads: LastSequences) => Promise<MissedEvents>,
): () => void {
  let socket: Socket | undefined;
  let closed = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  isUpToDate = false;
  setState("connecting");
  const sequencer = createEventSequencer({
    apply: (event, payload) => {
      if (!closed) for (const handle of handlers.get(event) ?? []) handle(payload as never);
    },
    fetchMissed,
    refetch: () => Promise.allSettled([...onReconnect].map((catchUp) => catchUp())),
    onStatus: (allApplied) => {
      if (closed) return;
      isUpToDate = allApplied && socket?.connected === true;
      // Events between a screen's first responses and the first connection reached nobody here.
      if (isUpToDate && isFirst) {
        isFirst = false;
        for (const catchUp of onReconnect) void catchUp();
      }
      updateState();
    },
    wait: pause,
  });

  const reconnectLater = () => {
    if (socket?.active) return;
    waiting = setTimeout(() => socket?.connect(), reconnectDelayMs);
  };

  void socketClient().then(({ io }) => {
    if (closed) return;
    socket = io({
      path: "/socket.io",
      transports: ["websocket", "polling"],
      // A function, because a change of location must apply to the next connection.
      auth: (give) => give({ token: session.token(), location_id: session.current()?.location_id ?? null }),
      reconnectionDelayMax: 5000,
    });
    socket.onAny((event: string, payload: unknown, position?: EventPosition) => {
      if (event === lastSequencesEvent) sequencer.receiveLastSequences(payload as Partial<LastSequences>);
      else sequencer.receive(event, payload, position);
    });
    socket.on("connect_error", ({ message }) => {
      markDisconnected();
      if (message === "unauthenticated") onRefused();
      reconnectLater();
    });
    socket.on("disconnect", (reason) => {
      markDisconnected();
      if (reason === "io server disconnect") onRefused();
      reconnectLater();
    });
  });

  // Back online: an older connection may be dead without having noticed.
  const reconnect = () => void socket?.disconnect().connect();
  window.addEventListener("online", reconnect);
  return () => {
    closed = true;
    sequencer.stop();
    clearTimeout(waiting);
    window.removeEventListener("online", reconnect);
    socket?.disconnect();
  };
}

/** Subscribes to a realtime event, or several, while the component is mounted. */
export function useRealtimeEvent<E extends RealtimeEvent>(
  events: E | readonly E[],
  handler: (payload: PayloadOf<E>) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  const names = [events]
    .flat()
    .map(({ event }) => event)
    .join(" ");
  useEffect(() => {
    const handle: EventHandler = (payload) => latest.current(payload);
    const subscribed = names.split(" ").map((name) => {
      const all = handlers.get(name) ?? new Set();
      handlers.set(name, all.add(handle));
      return all;
    });
    return () => {
      for (const all of subscribed) all.delete(handle);
    };
  }, [names]);
}

/**
 * Runs at the first connection, and when missed events are no longer available: refetch here. A returned promise delays
 * the `connected` status.
 */
export function useOnReconnect(catchUp: () => unknown): void {
  const latest = useRef(catchUp);
  useEffect(() => {
    latest.current = catchUp;
  });
  useEffect(() => {
    const run = () => latest.current();
    onReconnect.add(run);
    return () => void onReconnect.delete(run);
  }, []);
}

interface FreshCallsOptions<E extends RealtimeEvent> {
  /** Whether what an event is about is on the screen; default: always. */
  isShown?: (payload: PayloadOf<E>) => boolean;
  /** True: many events come at once, and the calls are asked at most every two seconds. */
  inBursts?: boolean;
}

/** Asks calls again when one of the events arrives, and after a connection in which one may have been missed. */
export function useFreshCalls<E extends RealtimeEvent>(
  calls: readonly Pick<Call, "name">[],
  events: E | readonly E[],
  { isShown = () => true, inBursts = false }: FreshCallsOptions<E> = {},
): void {
  const cache = useQueryClient();
  const askNow = () => {
    for (const { name } of calls) void cache.invalidateQueries({ queryKey: [name] });
  };
  const askSometimes = useThrottledCallback(askNow);
  const refresh = inBursts ? askSometimes : askNow;
  useRealtimeEvent(events, (payload) => {
    if (isShown(payload)) refresh();
  });
  useOnReconnect(refresh);
}

/** Subscribes to the connection's status; returns the unsubscribe function. */
export function subscribeConnection(listener: (state: ConnectionStatus) => void): () => void {
  return connectionStatus.subscribe(() => listener(state));
}

/** The connection's status. */
export function useConnectionStatus(): ConnectionStatus {
  return useObservable(connectionStatus);
}

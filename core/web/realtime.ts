import { useEffect, useRef } from "react";
import type { Socket } from "socket.io-client";
import { type Heads, headsEvent, type Mark, type PayloadOf, type RealtimeEvent } from "#core/event.ts";
import { createEventLine, type Missed } from "#core/eventLine.ts";
import { session } from "./session.ts";
import { useStore } from "./useStore.ts";

export type Connection = "connecting" | "connected" | "reconnecting";

type Handler = (payload: never) => void;

const handlers = new Map<string, Set<Handler>>();
const onReconnect = new Set<() => unknown>();
const watchers = new Set<() => void>();
let state: Connection = "connecting";
/** Connected, and all that was told has been heard. */
let hears = false;
/** How many are fetching what they missed. */
let behind = 0;

/** Loaded apart, so that the sign-in screens do without it; tried again until it is there. */
function socketClient(): Promise<typeof import("socket.io-client")> {
  return import("socket.io-client").catch(async () => {
    become("reconnecting");
    await new Promise((resolve) => setTimeout(resolve, tryAgainAfter));
    return socketClient();
  });
}

function become(next: Connection): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

function look(): void {
  if (hears && behind === 0) become("connected");
  else if (state === "connected") become("reconnecting");
}

function lose(): void {
  hears = false;
  become("reconnecting");
}

/** The connection counts as restored only when this, which fetches what was missed, is done. */
export function isBehindUntil(done: Promise<unknown>): void {
  const count = (step: 1 | -1) => {
    behind += step;
    look();
  };
  let counted = false;
  // What is quick isn't worth a word.
  const wait = setTimeout(() => {
    counted = true;
    count(1);
  }, 1000);
  void done.finally(() => {
    clearTimeout(wait);
    if (counted) count(-1);
  });
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds before another try where Socket.IO itself gives up: after a refusal, or when the server hung up. */
const tryAgainAfter = 3000;

/**
 * Opens the connection for the signed-in person; answers how to close it.
 *
 * @param onRefused asks whether the session still stands: the server lets nobody in whose session has ended.
 * @param ask asks for the events that were missed.
 */
export function connect(onRefused: () => void, ask: (heads: Heads) => Promise<Missed>): () => void {
  let socket: Socket | undefined;
  let closed = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  hears = false;
  become("connecting");
  const line = createEventLine({
    apply: (event, payload) => {
      if (!closed) for (const handle of handlers.get(event) ?? []) handle(payload as never);
    },
    ask,
    refetch: () => Promise.allSettled([...onReconnect].map((catchUp) => catchUp())),
    say: (isUpToDate) => {
      if (closed) return;
      hears = isUpToDate && socket?.connected === true;
      // What happened between a screen's first answers and the first connection was told to nobody here.
      if (hears && isFirst) {
        isFirst = false;
        for (const catchUp of onReconnect) void catchUp();
      }
      look();
    },
    wait: pause,
  });

  const again = () => {
    if (socket?.active) return;
    waiting = setTimeout(() => socket?.connect(), tryAgainAfter);
  };

  void socketClient().then(({ io }) => {
    if (closed) return;
    socket = io({
      path: "/socket.io",
      transports: ["websocket", "polling"],
      // A function: after a change of location the next connection says the new one.
      auth: (give) => give({ token: session.token(), location_id: session.current()?.location_id ?? null }),
      reconnectionDelayMax: 5000,
    });
    socket.onAny((event: string, payload: unknown, mark?: Mark) => {
      if (event === headsEvent) line.stand(payload as Partial<Heads>);
      else line.hear(event, payload, mark);
    });
    socket.on("connect_error", ({ message }) => {
      lose();
      if (message === "unauthenticated") onRefused();
      again();
    });
    socket.on("disconnect", (reason) => {
      lose();
      if (reason === "io server disconnect") onRefused();
      again();
    });
  });

  // The device has its network again: a connection from before may be dead without knowing it yet.
  const back = () => void socket?.disconnect().connect();
  window.addEventListener("online", back);
  return () => {
    closed = true;
    line.stop();
    clearTimeout(waiting);
    window.removeEventListener("online", back);
    socket?.disconnect();
  };
}

/** Hears a realtime event while the component is there. */
export function useEvent<E extends RealtimeEvent>(event: E, handler: (payload: PayloadOf<E>) => void): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const hear: Handler = (payload) => latest.current(payload);
    const all = handlers.get(event.event) ?? new Set();
    handlers.set(event.event, all.add(hear));
    return () => void all.delete(hear);
  }, [event.event]);
}

/**
 * Runs at the first connection, and when events were missed that can't be told any more: ask for what is new. What it
 * answers is waited for before the connection counts as restored.
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

/** Hears how the connection stands whenever that changes; answers how to stop. */
export function watchConnection(listener: (state: Connection) => void): () => void {
  const watcher = () => listener(state);
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** How the connection stands. */
export function useConnection(): Connection {
  return useStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

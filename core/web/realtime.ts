import { useEffect, useRef, useSyncExternalStore } from "react";
import type { Socket } from "socket.io-client";
import type { PayloadOf, RealtimeEvent } from "#core/event.ts";
import { session } from "./session.ts";

export type Connection = "connecting" | "connected" | "reconnecting";

type Handler = (payload: never) => void;

const handlers = new Map<string, Set<Handler>>();
const onReconnect = new Set<() => void>();
const watchers = new Set<() => void>();
let state: Connection = "connecting";

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

/** Milliseconds before another try where Socket.IO itself gives up: after a refusal, or when the server hung up. */
const tryAgainAfter = 3000;

/**
 * Opens the connection for the signed-in person; answers how to close it.
 *
 * @param onRefused asks whether the session still stands: the server lets nobody in whose session has ended.
 */
export function connect(onRefused: () => void): () => void {
  let socket: Socket | undefined;
  let closed = false;
  let connectedBefore = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  become("connecting");

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
    socket.onAny((event: string, payload: unknown) => {
      for (const handle of handlers.get(event) ?? []) handle(payload as never);
    });
    socket.on("connect", () => {
      become("connected");
      if (connectedBefore) for (const catchUp of onReconnect) catchUp();
      connectedBefore = true;
    });
    socket.on("connect_error", ({ message }) => {
      become("reconnecting");
      if (message === "unauthenticated") onRefused();
      again();
    });
    socket.on("disconnect", (reason) => {
      become("reconnecting");
      if (reason === "io server disconnect") onRefused();
      again();
    });
  });

  return () => {
    closed = true;
    clearTimeout(waiting);
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

/** Runs after every re-connection: events of the time between were missed, so ask for what is new. */
export function useOnReconnect(catchUp: () => void): void {
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

/** How the connection stands. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

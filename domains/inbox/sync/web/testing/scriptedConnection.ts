import type { EventPosition, LastSequences } from "#core/event.ts";
import { createEventSequencer, type MissedEvents } from "#core/eventSequencer.ts";
import type { createRealtimeSync } from "../realtimeSync.ts";
import type { ScriptedServer } from "./scriptedServer.ts";

type Announcement = ScriptedServer["announced"][number];

export interface ScriptedConnectionOptions {
  readonly server: ScriptedServer;
  readonly realtimeSync: ReturnType<typeof createRealtimeSync>;
  /** Resolves when something in transit arrives. */
  readonly transit: (what: string) => Promise<unknown>;
  /** A digit that decides about each event: two in ten are lost, two arrive twice. */
  readonly draws: () => number;
  /** How many events the server retains. */
  readonly retained: number;
}

/** A realtime connection that loses, duplicates and reorders events, and can be cut. */
export function createScriptedConnection({
  server,
  realtimeSync,
  transit,
  draws,
  retained,
}: ScriptedConnectionOptions) {
  const log: { payload: Announcement; mark: EventPosition }[] = [];
  let head = 0;
  let connected = true;
  const heads = (): LastSequences => ({ dealer: 0, location: head, user: 0 });

  const sequencer = createEventSequencer({
    apply(_event, payload) {
      const { event, chat, message, what } = payload as Announcement;
      if (event === "chat") realtimeSync.onChatChanged(chat);
      else realtimeSync.onMessage({ message_id: message, target_id: chat, what });
    },
    async fetchMissed({ location }): Promise<MissedEvents> {
      await transit("request for events");
      if (!connected) throw new Error("no connection");
      const events = log.slice(-retained).filter(({ mark }) => mark.seq > location);
      const complete = location >= head || (events[0]?.mark.after ?? head) <= location ? 1 : 0;
      const answer = { events: events.map(({ payload, mark }) => ({ event: "told", payload, mark })), heads: heads() };
      await transit("events");
      return complete ? { ...answer, complete } : { ...answer, events: [], complete };
    },
    refetch: realtimeSync.catchUp,
    onStatus: () => undefined,
    wait: async () => undefined,
  });
  sequencer.receiveLastSequences(heads());

  return {
    /** Delivers what the server published. */
    deliver(): void {
      for (const payload of server.announced.splice(0)) {
        const mark = { id: head + 1, seq: head + 1, to: "location", after: head } as const;
        head += 1;
        log.push({ payload, mark });
        const draw = draws();
        const copies = !connected || draw < 2 ? 0 : draw < 4 ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1) {
          void transit("event").then(() => sequencer.receive("told", payload, mark));
        }
      }
    },
    isCut: () => !connected,
    cut(): void {
      connected = false;
    },
    /** Reconnects; the server repeats its last sequence numbers. */
    reconnect(): void {
      connected = true;
      sequencer.receiveLastSequences(heads());
    },
  };
}

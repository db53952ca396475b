import type { Heads, Mark } from "#core/event.ts";
import { createEventLine, type Missed } from "#core/eventLine.ts";
import type { createHearing } from "../hearing.ts";
import type { ScriptedServer } from "./scriptedServer.ts";

type Announced = ScriptedServer["announced"][number];

export interface LineSettings {
  readonly server: ScriptedServer;
  readonly hearing: ReturnType<typeof createHearing>;
  /** Resolves when something that travels arrives. */
  readonly travels: (what: string) => Promise<unknown>;
  /** What becomes of each event on its way, from 0 to 9: two in ten are lost, two come twice. */
  readonly fates: () => number;
  /** How many events the server keeps. */
  readonly kept: number;
}

/** A live connection that loses, doubles and reorders what is told, and can be cut. */
export function createScriptedLine({ server, hearing, travels, fates, kept }: LineSettings) {
  const log: { payload: Announced; mark: Mark }[] = [];
  let head = 0;
  let connected = true;
  const heads = (): Heads => ({ dealer: 0, location: head, user: 0 });

  const line = createEventLine({
    apply(_event, payload) {
      const { event, chat, message, what } = payload as Announced;
      if (event === "chat") hearing.chat(chat);
      else hearing.message({ message_id: message, target_id: chat, what });
    },
    async ask({ location }): Promise<Missed> {
      await travels("asks for events");
      if (!connected) throw new Error("no line");
      const events = log.slice(-kept).filter(({ mark }) => mark.seq > location);
      const complete = location >= head || (events[0]?.mark.after ?? head) <= location ? 1 : 0;
      const answer = { events: events.map(({ payload, mark }) => ({ event: "told", payload, mark })), heads: heads() };
      await travels("events");
      return complete ? { ...answer, complete } : { ...answer, events: [], complete };
    },
    refetch: hearing.catchUp,
    say: () => undefined,
    wait: async () => undefined,
  });
  line.stand(heads());

  return {
    /** Tells what was announced. */
    announce(): void {
      for (const payload of server.announced.splice(0)) {
        const mark = { id: head + 1, seq: head + 1, to: "location", after: head } as const;
        head += 1;
        log.push({ payload, mark });
        const fate = fates();
        const copies = !connected || fate < 2 ? 0 : fate < 4 ? 2 : 1;
        for (let copy = 0; copy < copies; copy += 1) {
          void travels("event").then(() => line.hear("told", payload, mark));
        }
      }
    },
    isCut: () => !connected,
    cut(): void {
      connected = false;
    },
    /** The connection stands again, or its server says once more where the numbers are. */
    mend(): void {
      connected = true;
      line.stand(heads());
    },
  };
}

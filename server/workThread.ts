import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { RunApart } from "#core/server/threadWork.ts";
import type { Log } from "#ports/log.ts";
import type { Realtime } from "#ports/realtime/realtime.ts";
import type { FromThread, ToThread } from "./threadMessages.ts";

export interface WorkThreadSettings {
  /** The file that the thread runs; it calls `answerWork`. */
  readonly entry: URL;
  /** What it is given. */
  readonly data: unknown;
  /** The browsers that the events of its work go to. */
  readonly realtime: Pick<Realtime, "publish">;
  readonly log: Log;
  /** Milliseconds without work after which it ends; shorter in tests. */
  readonly idleFor?: number;
}

export interface WorkThread {
  readonly run: RunApart;
  /** Ends the thread once its work is done. */
  stop(): Promise<void>;
}

/**
 * V8's limits. What waits for a carrier outlives a small young generation, and is then copied twice and swept with
 * everything else: a fourth of the processor time of a campaign.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };
const idleMs = 60_000;
/** Milliseconds for its connections to close. */
const closeMs = 5_000;

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, PromiseWithResolvers<void>>;
  readonly hasEnded: Promise<void>;
}

/**
 * A thread for work that would hold up everybody else's. It starts with the first work, and ends when there is none: it
 * takes memory of its own. Work that it was doing when it crashed rejects, and the next work starts another one.
 */
export function createWorkThread({ entry, data, realtime, log, idleFor = idleMs }: WorkThreadSettings): WorkThread {
  let current: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Running {
    // The process's own small young generation would be the thread's, too, whatever its limits say.
    setFlagsFromString("--max-semi-space-size=0");
    const worker = new Worker(entry, { workerData: data, resourceLimits });
    const waiting: Running["waiting"] = new Map();
    const { promise: hasEnded, resolve: ended } = Promise.withResolvers<void>();
    const fail = (error: Error) => {
      if (current?.worker === worker) current = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on("message", (message: FromThread) => {
      if (message.kind === "event") return realtime.publish(...message.event);
      const work = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === "done") work?.resolve();
      else work?.reject(message.error);
    });
    worker.once("error", (error) => {
      log.error({ err: error }, "a thread crashed");
      fail(error as Error);
    });
    worker.once("exit", () => {
      fail(new Error("The thread ended before its work was done"));
      ended();
    });
    return { worker, waiting, hasEnded };
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = current;
    current = undefined;
    if (!ending) return;
    await Promise.allSettled([...ending.waiting.values()].map(({ promise }) => promise));
    ending.worker.postMessage({ kind: "close" } satisfies ToThread);
    const timer = setTimeout(() => void ending.worker.terminate(), closeMs);
    await ending.hasEnded;
    clearTimeout(timer);
  }

  return {
    async run(_server, module, work) {
      clearTimeout(idle);
      current ??= start();
      const { worker, waiting } = current;
      const id = ++lastId;
      const answer = Promise.withResolvers<void>();
      waiting.set(id, answer);
      worker.postMessage({ kind: "run", id, module: module.href, work: work.name } satisfies ToThread);
      try {
        await answer.promise;
      } finally {
        clearTimeout(idle);
        if (waiting.size === 0) idle = setTimeout(() => void end(), idleFor).unref();
      }
    },
    stop: end,
  };
}

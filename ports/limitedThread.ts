import { type ResourceLimits, Worker } from "node:worker_threads";

export interface ThreadLimits {
  /** Milliseconds of processor time. A busy machine makes nothing of it longer. */
  readonly cpuMs: number;
  /** Milliseconds after which the thread ends whatever the machine does. */
  readonly wallMs: number;
  readonly resourceLimits: ResourceLimits;
}

/** A thread was ended because it took too much time, or ended without an answer. */
export class ThreadEnded extends Error {
  readonly tookTooLong: boolean;

  constructor(tookTooLong: boolean) {
    super(tookTooLong ? "The thread took too long" : "The thread ended without an answer");
    this.tookTooLong = tookTooLong;
  }
}

const lookEveryMs = 50;

/**
 * Does a module's work in a thread of its own, which is ended when it takes too much time or memory: for input from anyone,
 * which can be made so that reading it never comes to an end. The module posts its answer, and does nothing else.
 *
 * @param watch looks at the thread from time to time, knowing the milliseconds of processor time that it has used; what it
 * returns is the answer.
 * @throws ThreadEnded, and what the thread throws.
 */
export function runInThread<Answer>(
  module: URL,
  workerData: unknown,
  { cpuMs, wallMs, resourceLimits }: ThreadLimits,
  watch: (usedMs: number) => Answer | undefined = () => undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(module, { workerData, resourceLimits });
    const end = (settle: () => void) => {
      clearInterval(look);
      clearTimeout(deadline);
      void thread.terminate();
      settle();
    };
    const tooLong = () => end(() => reject(new ThreadEnded(true)));
    const deadline = setTimeout(tooLong, wallMs);
    const look = setInterval(async () => {
      // Before it runs and once it has ended, a thread has used nothing that matters.
      const used = await thread.cpuUsage().then(
        ({ user, system }) => (user + system) / 1_000,
        () => 0,
      );
      const answer = watch(used);
      if (answer !== undefined) end(() => resolve(answer));
      else if (used > cpuMs) tooLong();
    }, lookEveryMs);
    thread.once("message", (answer: Answer) => end(() => resolve(answer)));
    thread.once("error", (error) => end(() => reject(error)));
    thread.once("exit", () => end(() => reject(new ThreadEnded(false))));
  });
}

/** For one mail or request. */
const readLimits: ThreadLimits = {
  cpuMs: 3_000,
  wallMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
};
/** Threads at a time that read mails; further mails wait. */
const mostReaders = 2;

let readers = 0;
const waiting: (() => void)[] = [];

/** Has a module read what came in from anyone, two at a time. @returns undefined for what took too long, or too much memory. */
export async function readInTurn<Answer>(module: URL, task: unknown): Promise<Answer | undefined> {
  if (readers >= mostReaders) await new Promise<void>((resolve) => waiting.push(resolve));
  else readers += 1;
  try {
    return await runInThread<Answer>(module, task, readLimits);
  } catch {
    return undefined;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else readers -= 1;
  }
}

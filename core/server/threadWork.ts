import type { FastifyBaseLogger } from "fastify";
import type { Ports } from "#ports/ports.ts";
import type { Within } from "./within.ts";

/** What work gets that may run in a thread of its own: no web server, and of the ports only those that send, and the clock. */
export interface ThreadServer {
  readonly within: Within;
  readonly ports: Pick<Ports, "sms" | "email" | "clock">;
  readonly log: FastifyBaseLogger;
  /** The key that links are signed with. */
  readonly secret: string;
  /** The base URL for users and carriers, without a trailing slash. */
  readonly publicUrl: string;
}

/** Work that uses a processor for long. Its module exports it by its name. */
export type ThreadWork = (server: ThreadServer) => Promise<void>;

/**
 * Runs work where nobody waits for it: in a thread of its own, or with this server where there is none.
 *
 * @param module the file that exports it.
 */
export type RunApart = (server: ThreadServer, module: URL, work: ThreadWork) => Promise<void>;

/** For processes without such a thread. */
export const runHere: RunApart = (server, _module, work) => work(server);

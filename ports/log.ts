import type { BaseLogger } from "pino";

/** What an adapter needs of the log. */
export type Log = Pick<BaseLogger, "debug" | "info" | "warn" | "error">;

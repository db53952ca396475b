import type { BaseLogger } from "pino";

/** The part of the logger that adapters use. */
export type Log = Pick<BaseLogger, "debug" | "info" | "warn" | "error">;

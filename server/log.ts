import { type DestinationStream, type Logger, pino } from "pino";

/**
 * Logs JSON lines to standard output. Errors keep only name, message, code and stack, because a connection error
 * carries the whole connection, password included.
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: ["authorization", "password", "token", "*.authorization", "*.password", "*.token"],
    serializers: {
      err: (error: Error & { code?: string }) => {
        const { name, message, code, stack } = error;
        return { name, message, code, stack };
      },
    },
  };
  return stream ? pino(options, stream) : pino(options);
}

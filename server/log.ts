import { type DestinationStream, type Logger, pino } from "pino";

/**
 * The log: JSON lines on standard output. Of an error it keeps what helps to find it, and nothing that hangs on it: a
 * connection's error carries the whole connection.
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const settings = {
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
  return stream ? pino(settings, stream) : pino(settings);
}

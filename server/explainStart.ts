import { Failure } from "#core/failure.ts";
import { diskFullWords } from "#core/server/diskFull.ts";
import { type Env, InvalidEnvError } from "./env.ts";
import { redactText } from "./redact.ts";

/** A failed start as text for people; unexpected errors keep their stack. */
export function explainStart(error: unknown, env: Pick<Env, "port" | "dataDir"> | undefined): string {
  const { code, message, name, stack } = error as Error & { code?: string };
  if (code === "EADDRINUSE")
    return `Port ${env?.port} is in use by another program. Choose another: PORT=3001 npm start`;
  if (code === "EACCES") return `Port ${env?.port} or the data folder ${env?.dataDir} can't be used: ${message}`;
  if (error instanceof InvalidEnvError) return message;
  const disk = diskFullWords(error);
  if (disk) return `${disk} (${redactText(message)})`;
  if (code === "28P01" || code === "28000") return `The database refuses the sign-in in DATABASE_URL: ${message}`;
  if (code === "3D000") return `The database in DATABASE_URL doesn't exist: ${message}`;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return `The database can't be reached: ${message}`;
  if (error instanceof Failure && error.kind === "unavailable") {
    const cause = error.cause instanceof Error ? ` (${redactText(error.cause.message)})` : "";
    return `The database answers too slowly to start${cause}. Look at its load and at the network to it, then start again.`;
  }
  // Rooftop throws plain Errors with a message for people; anything else is unexpected.
  return redactText(name === "Error" && !code ? message : (stack ?? message));
}

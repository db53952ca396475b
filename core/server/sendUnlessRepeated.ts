import { createHash } from "node:crypto";
import { Failure } from "#core/failure.ts";
import type { RateLimiter } from "./rateLimiter.ts";

/** Seconds in which the same thing to the same person counts as a second click. */
const secondClickSeconds = 10;

export const justSentText = "This was just sent. Wait a few seconds to send it again.";

/** True when a second request for something sent at `at` is a second click. */
export const isSecondClick = (at: Date | null, now: Date) =>
  at !== null && now.getTime() - at.getTime() < secondClickSeconds * 1000;

/**
 * Sends something unless the same was sent a moment ago or is on its way, on any node. What failed can be sent again.
 *
 * @param content what makes two requests the same: who sends, to whom, what.
 * @throws Failure `conflict` for a second click.
 */
export async function sendUnlessRepeated<Result>(
  limits: RateLimiter,
  what: string,
  content: object,
  send: () => Promise<Result>,
): Promise<Result> {
  const key = createHash("sha256").update(JSON.stringify(content)).digest("base64url");
  try {
    await limits.consume(what, key, 1, secondClickSeconds);
  } catch (error) {
    throw error instanceof Failure && error.kind === "tooMany" ? new Failure("conflict", justSentText) : error;
  }
  try {
    return await send();
  } catch (error) {
    await limits.reset(what, key);
    throw error;
  }
}

import type { FastifyRequest } from "fastify";

/**
 * True when another website's page sent a form in its visitor's name, which could make them prove a phone for somebody else's
 * browser. Browsers too old to tell are trusted.
 */
export function isFromElsewhere({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

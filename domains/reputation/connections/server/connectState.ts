import type { SessionKey } from "#core/people.ts";
import { isSignature, signatureOf } from "#core/server/sign.ts";

/** Who goes to the site, and what for. */
export interface ConnectRequest extends SessionKey {
  readonly location_id: number;
  readonly site_id: number;
}

const validMs = 15 * 60_000;

const signed = (
  secret: string,
  { dealer_id, user_id, session_id, location_id, site_id }: ConnectRequest,
  until: number,
) => signatureOf(secret, ["connect reviews", dealer_id, user_id, session_id, location_id, site_id, until]);

/** What the site gives back unchanged: good for this business, session, location and site, and not for long. */
export function connectState(secret: string, request: ConnectRequest, now: Date): string {
  const until = now.getTime() + validMs;
  return `${request.site_id.toString(36)}.${until.toString(36)}.${signed(secret, request, until)}`;
}

/** The site that somebody went to connect; undefined unless the same session asked for it, a short while ago. */
export function readConnectState(
  secret: string,
  caller: Omit<ConnectRequest, "site_id">,
  state: string,
  now: Date,
): number | undefined {
  const [, site = "", end = "", signature = ""] = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([\w-]{43})$/.exec(state) ?? [];
  const [site_id, until] = [Number.parseInt(site, 36), Number.parseInt(end, 36)];
  if (!Number.isSafeInteger(site_id) || !(until >= now.getTime())) return undefined;
  return isSignature(signature, signed(secret, { ...caller, site_id }, until)) ? site_id : undefined;
}

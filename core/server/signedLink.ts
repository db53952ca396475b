import { createHmac } from "node:crypto";
import { isSignature } from "./sign.ts";

/** What a link does: `u` unsubscribes, `l` follows a link, `o` counts an opening, `v` shows a mail, `r` asks for a review. */
export const linkKinds = ["u", "l", "o", "v", "r", "j", "w"] as const;
export type LinkKind = (typeof linkKinds)[number];

/** 128 bits: short enough for a text, and nobody guesses them. */
const signatureBytes = 16;

function signatureFor(secret: string, kind: LinkKind, payload: string): string {
  // A key for each kind, so that a link of one kind is never valid as another.
  const key = createHmac("sha256", secret).update(`link ${kind}`).digest();
  return createHmac("sha256", key).update(payload).digest().subarray(0, signatureBytes).toString("base64url");
}

/** A token for a public address: a business and ids of its rows, readable by anybody and made only by us. */
export function signedLink(secret: string, kind: LinkKind, dealer_id: number, ...ids: readonly number[]): string {
  const payload = [dealer_id, ...ids].map((id) => id.toString(36)).join("-");
  return `${payload}.${signatureFor(secret, kind, payload)}`;
}

/**
 * What a token says; undefined for one that isn't ours, whatever is wrong with it.
 *
 * @param secrets the current one first, then former ones, whose links keep working.
 */
export function readSignedLink(
  secrets: readonly string[],
  kind: LinkKind,
  token: string,
): { readonly dealer_id: number; readonly ids: readonly number[] } | undefined {
  const [, payload = "", signature = ""] = /^([0-9a-z]{1,11}(?:-[0-9a-z]{1,11}){0,4})\.([\w-]{22})$/.exec(token) ?? [];
  if (payload === "") return undefined;
  // All are compared, so that the time says nothing about which.
  const matches = secrets.filter((secret) => isSignature(signature, signatureFor(secret, kind, payload)));
  const [dealer_id = Number.NaN, ...ids] = payload.split("-").map((part) => Number.parseInt(part, 36));
  const isValid = [dealer_id, ...ids].every(Number.isSafeInteger);
  return matches.length > 0 && isValid ? { dealer_id, ids } : undefined;
}

import { createHmac } from "node:crypto";
import { isSignature } from "./sign.ts";

/**
 * What a link does: `u` unsubscribes, `l` follows a link, `o` counts an opening, `v` shows a mail, `r` asks for a review, `n` names
 * a location's tracking numbers. */
export const linkKinds = ["u", "l", "o", "v", "r", "j", "w", "n"] as const;
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

/** A token, and signs that programs take for a part of the link: the end of a sentence, a bracket, a quotation mark. */
const linkPattern =
  /^([0-9a-z]{1,11}(?:-[0-9a-z]{1,11}){0,4})\.([\w-]{22})(?:&(?:gt|lt|quot|amp|nbsp|#\d{1,4});|[\p{P}\s<>`|^~=+$])*$/u;

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
  const [, payload = "", signature = ""] = linkPattern.exec(token) ?? [];
  if (payload === "") return undefined;
  // All are compared, so that the time says nothing about which.
  const matches = secrets.filter((secret) => isSignature(signature, signatureFor(secret, kind, payload)));
  return matches.length > 0 ? idsOf(payload) : undefined;
}

function idsOf(payload: string): { readonly dealer_id: number; readonly ids: readonly number[] } | undefined {
  const [dealer_id = Number.NaN, ...ids] = payload.split("-").map((part) => Number.parseInt(part, 36));
  return [dealer_id, ...ids].every(Number.isSafeInteger) ? { dealer_id, ids } : undefined;
}

/** 96 bits, in signs that a mail server may change the case of. */
const referenceSignature = (secret: string, payload: string) =>
  createHmac("sha256", secret).update(`mail reference ${payload}`).digest("hex").slice(0, 24);

/** A mail's reference: what stands before the `@` of its Message-ID and in the address that its bounces go to. */
export function mailReference(secret: string, dealer_id: number, ...ids: readonly number[]): string {
  const payload = [dealer_id, ...ids].map((id) => id.toString(36)).join("-");
  return `c.${payload}.${referenceSignature(secret, payload)}`;
}

/** Which rows a mail's reference is about; undefined for one that isn't ours. */
export function readMailReference(
  secrets: readonly string[],
  reference: string,
): { readonly dealer_id: number; readonly ids: readonly number[] } | undefined {
  const [, payload = "", signature = ""] =
    /^c\.([0-9a-z]{1,11}(?:-[0-9a-z]{1,11}){1,4})\.([0-9a-f]{24})$/.exec(reference.toLowerCase()) ?? [];
  if (payload === "") return undefined;
  const matches = secrets.filter((secret) => isSignature(signature, referenceSignature(secret, payload)));
  return matches.length > 0 ? idsOf(payload) : undefined;
}

/** What stands before the `@` of the address that replies to a mail come back to. */
export function replyMailbox(secret: string, dealer_id: number, id: number): string {
  const payload = [dealer_id, id].map((one) => one.toString(36)).join("-");
  return `reply-${payload}-${replySignature(secret, payload)}`;
}

/** Which mail a mailbox takes replies to; undefined for one that isn't ours. */
export function readReplyMailbox(secrets: readonly string[], mailbox: string) {
  const [, payload = "", signature = ""] =
    /^reply-([0-9a-z]{1,11}-[0-9a-z]{1,11})-([0-9a-f]{24})$/.exec(mailbox.toLowerCase()) ?? [];
  if (payload === "") return undefined;
  const matches = secrets.filter((secret) => isSignature(signature, replySignature(secret, payload)));
  const { dealer_id, ids: [id] = [] } = (matches.length > 0 ? idsOf(payload) : undefined) ?? {};
  return dealer_id === undefined || id === undefined ? undefined : { dealer_id, id };
}

const replySignature = (secret: string, payload: string) =>
  createHmac("sha256", secret).update(`reply mailbox ${payload}`).digest("hex").slice(0, 24);

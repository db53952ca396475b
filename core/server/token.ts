import { createHash, randomBytes } from "node:crypto";

/** A token of 256 random bits for a session, an invitation or a link. Only its hash is stored, so a leaked database opens nothing. */
export function newToken(): { token: string; token_hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, token_hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

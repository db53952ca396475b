import { createHash, randomBytes } from "node:crypto";

/** A session token of 256 random bits. Only its hash is stored, so a leaked database signs nobody in. */
export function newToken(): { token: string; token_hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, token_hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

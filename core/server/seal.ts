import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const [nonceBytes, tagBytes] = [12, 16];

const keyFor = (secret: string, purpose: string) =>
  new Uint8Array(hkdfSync("sha256", secret, "", `seal ${purpose}`, 32));

/** Encrypts a text for the database with a key of its own for each purpose, so that a leaked database says nothing of it. */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([sealed, cipher.getAuthTag()]).toString("base64url");
}

/** @returns undefined for what wasn't sealed with this key for this purpose, or was changed since. */
export function openSeal(secret: string, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const opener = createDecipheriv("aes-256-gcm", keyFor(secret, purpose), bytes.subarray(0, nonceBytes));
  opener.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([opener.update(bytes.subarray(nonceBytes, -tagBytes)), opener.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

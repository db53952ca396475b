import { createHmac, timingSafeEqual } from "node:crypto";

/** What nobody can make up without the secret; `what` begins with a word that no other use of the secret begins with. */
export function signatureOf(secret: string, what: readonly [use: string, ...rest: (string | number)[]]): string {
  return createHmac("sha256", secret).update(JSON.stringify(what)).digest("base64url");
}

/** Compares a signature in the same time, however much of it is right. */
export function isSignature(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

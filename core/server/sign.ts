import { createHmac, timingSafeEqual } from "node:crypto";

/** Signs values with the secret; the first one is a purpose that no other use of the secret shares. */
export function signatureOf(secret: string, what: readonly [use: string, ...rest: (string | number)[]]): string {
  return createHmac("sha256", secret).update(JSON.stringify(what)).digest("base64url");
}

/** Compares signatures in constant time. */
export function isSignature(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}

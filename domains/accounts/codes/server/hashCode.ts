import { createHmac } from "node:crypto";
import type { CodeKey } from "./store.ts";

/** A keyed hash, so that a leaked database can't be brute-forced; it covers the purpose, so a code fits nowhere else. */
export function hashCode(secret: string, { purpose, dealer_id, user_id, bound_to }: CodeKey, code: string): Buffer {
  const input = JSON.stringify(["code", purpose, dealer_id, user_id, bound_to, code]);
  return createHmac("sha256", secret).update(input).digest();
}

import { createHmac } from "node:crypto";
import type { CodeKey } from "./store.ts";

/** A code as it is stored. Keyed, so that a copy of the database can't be tried out; a code fits its own place alone. */
export function hashCode(secret: string, { purpose, dealer_id, user_id, bound_to }: CodeKey, code: string): Buffer {
  const what = JSON.stringify(["code", purpose, dealer_id, user_id, bound_to, code]);
  return createHmac("sha256", secret).update(what).digest();
}

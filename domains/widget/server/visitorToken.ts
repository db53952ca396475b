import { createHmac } from "node:crypto";
import { signatureOf } from "#core/server/sign.ts";

/**
 * Stands in the browser that sent a form, and nowhere else: a form that is sent twice gets the same one, and nobody can work
 * it out from the form.
 */
export const visitorToken = (secret: string, formId: string): string => signatureOf(secret, ["widget session", formId]);

/** A keyed hash: a code has too few digits for another one. */
export function hashOfCode(secret: string, dealer_id: number, phone: string, code: string): Buffer {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["widget code", dealer_id, phone, code]))
    .digest();
}

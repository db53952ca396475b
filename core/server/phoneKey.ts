import { createHmac } from "node:crypto";

const blockBytes = 64;

/**
 * The connection option with the key for SQL's `phone_hash`: the inner and the outer block of HMAC-SHA-256, in hex. The
 * key stays out of the database, so a copy of its rows is not enough to try out phones.
 */
export function phoneKeyOption(secret: string): string {
  const key = Buffer.alloc(blockBytes);
  createHmac("sha256", secret).update("phones of erased people").digest().copy(key);
  const blockOf = (pad: number) => key.map((byte) => byte ^ pad);
  return `-c app.phone_key=${Buffer.concat([blockOf(0x36), blockOf(0x5c)]).toString("hex")}`;
}

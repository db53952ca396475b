import { createECDH, hkdfSync } from "node:crypto";

export interface VapidKeys {
  /** The uncompressed point, base64url: what a browser subscribes with. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The pair of keys that proves to push services that a message is ours. It follows from the server's secret: every node
 * has the same without a word between them, it outlives restarts, and it is stored nowhere.
 */
export function vapidKeysOf(secret: string): VapidKeys {
  for (let count = 0; ; count += 1) {
    const privateKey = Buffer.from(hkdfSync("sha256", secret, "", `rooftop web push ${count}`, 32));
    const curve = createECDH("prime256v1");
    try {
      curve.setPrivateKey(privateKey);
    } catch {
      // One number in four thousand million is none of the curve's.
      continue;
    }
    return { publicKey: curve.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
  }
}

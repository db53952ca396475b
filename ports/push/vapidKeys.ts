import { createECDH, hkdfSync } from "node:crypto";

export interface VapidKeys {
  /** The uncompressed point, base64url: what a browser subscribes with. */
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The key pair that identifies this server to push services. Derived from the server's secret, so every node has the
 * same pair across restarts without storing it.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  for (let attempt = 0; ; attempt += 1) {
    const privateKey = Buffer.from(hkdfSync("sha256", secret, "", `rooftop web push ${attempt}`, 32));
    const curve = createECDH("prime256v1");
    try {
      curve.setPrivateKey(privateKey);
    } catch {
      // One candidate in four billion is outside the curve's order.
      continue;
    }
    return { publicKey: curve.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
  }
}

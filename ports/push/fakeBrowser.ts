import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { WebPushTarget } from "./push.ts";

/** A push message as the browser receives it, decrypted. */
export interface ReceivedPush {
  readonly data: Record<string, string>;
  readonly headers: IncomingMessage["headers"];
  /** The sender's VAPID claims, verified with its key. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The public key of the signature. */
  readonly key: string;
}

export interface FakeBrowser {
  readonly target: WebPushTarget;
  readonly received: ReceivedPush[];
  /** Handlers for the next requests; once used up, every message is accepted. */
  readonly nextResponses: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
}

/** For tests: a browser with its push service, on this machine. */
export async function startFakeBrowser(): Promise<FakeBrowser> {
  const curve = createECDH("prime256v1");
  const p256dh = curve.generateKeys("base64url");
  const secret = randomBytes(16);
  const received: ReceivedPush[] = [];
  const next: FakeBrowser["nextResponses"] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = next.shift();
    if (answer) return answer(response);
    received.push({
      data: JSON.parse(decrypt(body, curve, secret)),
      headers: request.headers,
      ...verifyVapid(request),
    });
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/a-browser`;
  return {
    target: { kind: "web", endpoint, p256dh, auth: secret.toString("base64url") },
    received,
    nextResponses: next,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const hkdf = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length));

/** Decrypts a message according to RFC 8291 and RFC 8188. */
function decrypt(body: Buffer, curve: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const content = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), sender]);
  const key = hkdf(curve.computeSecret(sender), secret, info, 32);
  const nonce = hkdf(key, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", hkdf(key, salt, "Content-Encoding: aes128gcm\0", 16), nonce);
  decipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Verifies the sender's signature according to RFC 8292; throws when it is invalid. */
function verifyVapid(request: IncomingMessage): Pick<ReceivedPush, "claims" | "key"> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const verifyKey = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  const isValid = verify("sha256", Buffer.from(`${head}.${body}`), verifyKey, Buffer.from(signature, "base64url"));
  if (!isValid) throw new Error("The sender's signature is invalid");
  return { claims: JSON.parse(Buffer.from(body, "base64url").toString()), key };
}

import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { WebTarget } from "./push.ts";

/** What came to the push service for the browser, read as the browser reads it. */
export interface Received {
  readonly data: Record<string, string>;
  readonly headers: IncomingMessage["headers"];
  /** What the sender claims of itself, proved by the key that it named. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key that signed it. */
  readonly key: string;
}

export interface FakeBrowser {
  readonly target: WebTarget;
  readonly received: Received[];
  /** Answers the next hand-overs by these; afterwards everything is taken again. */
  readonly next: ((response: ServerResponse) => void)[];
  close(): Promise<void>;
}

/** A browser with its push service, on this machine. */
export async function startFakeBrowser(): Promise<FakeBrowser> {
  const curve = createECDH("prime256v1");
  const p256dh = curve.generateKeys("base64url");
  const secret = randomBytes(16);
  const received: Received[] = [];
  const next: FakeBrowser["next"] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const answer = next.shift();
    if (answer) return answer(response);
    received.push({ data: JSON.parse(opened(body, curve, secret)), headers: request.headers, ...signed(request) });
    response.writeHead(201).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/a-browser`;
  return {
    target: { kind: "web", endpoint, p256dh, auth: secret.toString("base64url") },
    received,
    next,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const derived = (key: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", key, salt, info, length));

/** Decrypts a message as RFC 8291 and RFC 8188 say. */
function opened(body: Buffer, curve: ECDH, secret: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const content = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), curve.getPublicKey(), sender]);
  const key = derived(curve.computeSecret(sender), secret, info, 32);
  const nonce = derived(key, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", derived(key, salt, "Content-Encoding: aes128gcm\0", 16), nonce);
  decipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Checks the sender's signature as RFC 8292 says; throws when it isn't right. */
function signed(request: IncomingMessage): Pick<Received, "claims" | "key"> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(request.headers.authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const how = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  const right = verify("sha256", Buffer.from(`${head}.${body}`), how, Buffer.from(signature, "base64url"));
  if (!right) throw new Error("The sender's signature is not right");
  return { claims: JSON.parse(Buffer.from(body, "base64url").toString()), key };
}

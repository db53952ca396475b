import type { FastifyInstance } from "fastify";
import type { Ports } from "#ports/ports.ts";
import type { FileRange } from "#ports/storage/storage.ts";
import { isSignature, signatureOf } from "./sign.ts";

const hourMs = 3_600_000;

/**
 * A signed URL at which a browser may fetch a stored file for one to two hours. It stays the same within an hour, so
 * that the browser can cache the file.
 */
export function signedFileUrl(secret: string, key: string, now: Date): string {
  return signedFileUrlUntil(secret, key, new Date((Math.floor(now.getTime() / hourMs) + 2) * hourMs));
}

/** A signed URL of a stored file for an outside party, valid until the given time. */
export function signedFileUrlUntil(secret: string, key: string, until: Date): string {
  return `/files/${until.getTime().toString(36)}/${signatureFor(secret, key, until.getTime())}/${key}`;
}

const signatureFor = (secret: string, key: string, until: number) => signatureOf(secret, ["file", key, until]);

interface Params {
  readonly until: string;
  readonly signature: string;
  readonly "*": string;
}

/** The types that browsers show inline; everything else downloads. */
const inlineTypes = /^(image\/(png|jpeg|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** Parses a `Range` header: `all` for none that we support, `none` for one beyond the end. */
function parseRange(header: string | undefined, size: number): FileRange | "all" | "none" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (from === "" && to === "") return "all";
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : "none";
}

/** Serves stored files by signed URL. Uploads never execute: they keep their stored type, and scripts are disabled. */
export function serveFiles(http: FastifyInstance, { storage, clock }: Ports, secret: string): void {
  http.get<{ Params: Params }>("/files/:until/:signature/*", async ({ params, headers }, reply) => {
    const { until, signature, "*": key } = params;
    const expiresAt = Number.parseInt(until, 36);
    const msLeft = expiresAt - clock.now().getTime();
    const file =
      isSignature(signature, signatureFor(secret, key, expiresAt)) && msLeft > 0 ? await storage.get(key) : undefined;
    if (!file) return reply.code(404).type("text/plain").send("We couldn't find this file. It may have been deleted.");
    // Some browsers play audio and video only by range requests.
    const byteRange = parseRange(headers.range, file.size);
    reply.header("accept-ranges", "bytes");
    if (byteRange === "none") return reply.code(416).header("content-range", `bytes */${file.size}`).send();
    if (byteRange !== "all")
      reply.code(206).header("content-range", `bytes ${byteRange.start}-${byteRange.end}/${file.size}`);
    return reply
      .header("cache-control", `private, max-age=${Math.floor(msLeft / 1000)}, immutable`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("content-disposition", inlineTypes.test(file.type) ? "inline" : "attachment")
      .header("content-length", byteRange === "all" ? file.size : byteRange.end - byteRange.start + 1)
      .type(file.type)
      .send(byteRange === "all" ? file.stream() : file.stream(byteRange));
  });
}

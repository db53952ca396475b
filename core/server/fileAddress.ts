import type { FastifyInstance } from "fastify";
import type { Ports } from "#ports/ports.ts";
import { isSignature, signatureOf } from "./sign.ts";

const anHour = 3_600_000;

/**
 * The address at which a browser gets a kept file, for one to two hours. Whoever may see the file is given one; nobody
 * can make one up. The same within an hour, so that the browser keeps what it has fetched.
 */
export function fileAddress(secret: string, key: string, now: Date): string {
  return fileAddressUntil(secret, key, new Date((Math.floor(now.getTime() / anHour) + 2) * anHour));
}

/** The address of a kept file for somebody outside, until a moment of one's choosing. */
export function fileAddressUntil(secret: string, key: string, until: Date): string {
  return `/files/${until.getTime().toString(36)}/${signed(secret, key, until.getTime())}/${key}`;
}

const signed = (secret: string, key: string, until: number) => signatureOf(secret, ["file", key, until]);

interface Params {
  readonly until: string;
  readonly signature: string;
  readonly "*": string;
}

/** What a browser shows in a page; everything else is saved. */
const shown = /^(image\/(png|jpeg|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The part that a `Range` asks for: `all` for none that we know, `none` for one behind the end. */
function partOf(range: string | undefined, size: number): Part | "all" | "none" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? "") ?? [];
  if (from === "" && to === "") return "all";
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : "none";
}

/** Serves kept files by their addresses. What was uploaded never runs: its type is the kept one, and scripts are off. */
export function serveFiles(http: FastifyInstance, { storage, clock }: Ports, secret: string): void {
  http.get<{ Params: Params }>("/files/:until/:signature/*", async ({ params, headers }, reply) => {
    const { until, signature, "*": key } = params;
    const end = Number.parseInt(until, 36);
    const left = end - clock.now().getTime();
    const file = isSignature(signature, signed(secret, key, end)) && left > 0 ? await storage.get(key) : undefined;
    if (!file) return reply.code(404).type("text/plain").send("This is not there, or no longer.");
    // Sound and film are asked for in parts; some browsers play nothing else.
    const part = partOf(headers.range, file.size);
    reply.header("accept-ranges", "bytes");
    if (part === "none") return reply.code(416).header("content-range", `bytes */${file.size}`).send();
    if (part !== "all") reply.code(206).header("content-range", `bytes ${part.start}-${part.end}/${file.size}`);
    return reply
      .header("cache-control", `private, max-age=${Math.floor(left / 1000)}, immutable`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("content-disposition", shown.test(file.type) ? "inline" : "attachment")
      .header("content-length", part === "all" ? file.size : part.end - part.start + 1)
      .type(file.type)
      .send(part === "all" ? file.stream() : file.stream(part));
  });
}

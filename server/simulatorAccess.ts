import type { IncomingHttpHeaders } from "node:http";
import { isLoopback } from "./loopback.ts";

/** What a request shows of where it came from. */
interface RequestSource {
  readonly headers: IncomingHttpHeaders;
  /** The address at the other end of the socket. */
  readonly peer: string | undefined;
}

/** Headers that proxies add, and never a browser or program that talks to us directly. */
const proxyHeader = /^(forwarded|via|x-forwarded(-.+)?|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/** True while Rooftop is set up for this machine alone: nobody else is given its address, and it listens nowhere else. */
export function isPrivateSetup({ host, publicUrl }: { host: string; publicUrl: string }): boolean {
  return isLoopback(host) && isLoopback(new URL(publicUrl).hostname);
}

/**
 * True for a request that a program or our own page on this machine sent directly. A tunnel's comes from a loopback
 * address, too, and a foreign page's from the same browser, so the headers must show neither.
 */
export function isDirectRequest({ headers, peer }: RequestSource): boolean {
  if (peer === undefined || !isLoopback(peer)) return false;
  if (Object.keys(headers).some((name) => proxyHeader.test(name))) return false;
  const { host, origin } = headers;
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const own = new URL(`http://${host}`);
  return isLoopback(own.hostname) && (origin === undefined || origin === own.origin);
}

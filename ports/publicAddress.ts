import { lookup as dnsLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import type { Dispatcher } from "undici";

/** Addresses off the public internet: loopback, private networks, cloud metadata, reserved ranges. */
const notPublic = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  notPublic.addSubnet(net, bits, "ipv4");
}

/** The allocated part of IPv6; ranges that embed an IPv4 address are blocked below. */
const allocatedIpv6 = new BlockList();
allocatedIpv6.addSubnet("2000::", 3, "ipv6");
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  notPublic.addSubnet(net, bits, "ipv6");
}

/** True for an IP address on the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, "ipv4");
  return version === 6 && allocatedIpv6.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}

/** True for a URL from an untrusted source that we may connect to: https, default port, no credentials. */
export function isPublicWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, "");
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return isIP(host) === 0 ? host.includes(".") : isPublicAddress(host);
}

/** A DNS lookup that returns public addresses only: a name can point anywhere, even after it was checked. */
export const publicLookup: LookupFunction = (host, options, callback) => {
  dnsLookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "");
    const publicAddresses = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = publicAddresses;
    if (!first)
      return callback(Object.assign(new Error(`${host} is not on the public internet`), { code: "EPRIVATE" }), "");
    return options.all ? callback(null, publicAddresses) : callback(null, first.address, first.family);
  });
};

/**
 * A dispatcher that cannot reach this machine's own network, whatever a name resolves to.
 *
 * @param timeout milliseconds for the headers, and between two parts of the body.
 */
export async function publicInternet(timeout: number): Promise<Dispatcher> {
  const { Agent } = await import("undici");
  return new Agent({
    connect: { lookup: publicLookup, timeout: 5_000 },
    headersTimeout: timeout,
    bodyTimeout: timeout,
  });
}

/** A page to open on the public internet. */
export interface PublicRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxRedirects: number;
  /** The address to ask for one that was given, or that a redirect names; undefined: it may not be asked. */
  readonly toAddress: (url: string) => string | undefined;
  readonly dispatcher: () => Promise<Dispatcher>;
  readonly signal: AbortSignal;
}

/**
 * Opens a page and follows its redirects. What is packed may unpack to anything, so that it is asked for as it is.
 *
 * @returns undefined when an address isn't accepted, or there are too many redirects.
 * @throws what the request threw.
 */
export async function openPublicPage(page: PublicRequest): Promise<Dispatcher.ResponseData | undefined> {
  const { headers, maxRedirects, toAddress, dispatcher, signal } = page;
  const { request } = await import("undici");
  let { url } = page;
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const address = toAddress(url);
    if (address === undefined) return undefined;
    const options = { headers: { "accept-encoding": "identity", ...headers }, dispatcher: await dispatcher(), signal };
    const answer = await request(address, options);
    const location = headerText(answer.headers.location);
    const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400 && answer.statusCode !== 304;
    if (!isRedirect || location === "") return answer;
    await answer.body.dump({ limit: 16_384, signal });
    if (!URL.canParse(location, address)) return undefined;
    url = new URL(location, address).href;
  }
  return undefined;
}

/** The first value of a header; empty without one. */
export const headerText = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? "";

/** True when a body is packed although it was asked for as it is. */
export const isPacked = (headers: Dispatcher.ResponseData["headers"]): boolean =>
  !["", "identity"].includes(headerText(headers["content-encoding"]).toLowerCase());

import { lookup as ask } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** What is no machine on the public internet: this one, its network, its cloud's own addresses, and what is reserved. */
const notPublic = new BlockList();
for (const [net, bits] of [
  ...[["0.0.0.0", 8] as const, ["10.0.0.0", 8] as const, ["100.64.0.0", 10] as const, ["127.0.0.0", 8] as const],
  ...[
    ["169.254.0.0", 16] as const,
    ["172.16.0.0", 12] as const,
    ["192.0.0.0", 24] as const,
    ["192.0.2.0", 24] as const,
  ],
  ...[["192.88.99.0", 24] as const, ["192.168.0.0", 16] as const, ["198.18.0.0", 15] as const],
  ...[["198.51.100.0", 24] as const, ["203.0.113.0", 24] as const, ["224.0.0.0", 3] as const],
]) {
  notPublic.addSubnet(net, bits, "ipv4");
}

/** Of IPv6 what is handed out at all, without what hides an IPv4 address in itself. */
const handedOut = new BlockList();
handedOut.addSubnet("2000::", 3, "ipv6");
for (const [net, bits] of [["2001::", 23] as const, ["2001:db8::", 32] as const, ["2002::", 16] as const]) {
  notPublic.addSubnet(net, bits, "ipv6");
}

/** True for an IP address on the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, "ipv4");
  return version === 6 && handedOut.check(address, "ipv6") && !notPublic.check(address, "ipv6");
}

/** True for an address on the web that a stranger may give us to speak to: https, the usual port, no login. */
export function isPublicWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, port, username, password, hostname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, "");
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return isIP(host) === 0 ? host.includes(".") : isPublicAddress(host);
}

/** Looks a name up as ever, and gives only what is public: a name can be pointed to anywhere, also after it was checked. */
export const publicLookup: LookupFunction = (host, options, answer) => {
  ask(host, { ...options, all: true }, (error, found) => {
    if (error) return answer(error, "");
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first)
      return answer(Object.assign(new Error(`${host} is not on the public internet`), { code: "EPRIVATE" }), "");
    return options.all ? answer(null, open) : answer(null, first.address, first.family);
  });
};

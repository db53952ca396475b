import { isIP } from "node:net";

/** Names for groups of addresses: this machine, its links, and private networks. */
const groups = ["loopback", "linklocal", "uniquelocal"];

export const allowedProxies = `must be addresses or ranges such as 10.0.0.7 or 10.0.0.0/8, or ${groups.join(", ")}, with commas between them`;

/** The proxies that `TRUST_PROXY` names; undefined when one is nothing that can be trusted, such as everybody's range. */
export function parseTrustedProxies(list: string): string[] | undefined {
  const proxies = list.split(",").map((proxy) => proxy.trim());
  return proxies.every((proxy) => groups.includes(proxy) || isAddressOrRange(proxy)) ? proxies : undefined;
}

function isAddressOrRange(text: string): boolean {
  const [, address = "", bits] = /^([^/]*?)(?:\/([1-9]\d{0,2}))?$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits ?? 1) <= (version === 4 ? 32 : 128);
}

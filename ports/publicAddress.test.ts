import { expect, test } from "vitest";
import { isPublicAddress, publicLookup } from "./publicAddress.ts";

test.each(["8.8.8.8", "142.250.1.1", "2a00:1450:4001:80b::200a", "2600:1900::1"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1",
  "fd12::1",
  "ff02::1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "2002:7f00:1::1",
  "2001:db8::1",
  "localhost",
  "",
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

/**
 * IANA's registries of special-purpose addresses for IPv4 and IPv6: what they call not globally reachable, and what translates or
 * carries other addresses. With the multicast ranges. For each, its first and its last address.
 */
const specialPurpose = [
  ["this network", "0.0.0.0", "0.255.255.255"],
  ["private use", "10.0.0.0", "10.255.255.255"],
  ["shared address space", "100.64.0.0", "100.127.255.255"],
  ["loopback", "127.0.0.0", "127.255.255.255"],
  ["link local", "169.254.0.0", "169.254.255.255"],
  ["private use", "172.16.0.0", "172.31.255.255"],
  ["protocol assignments", "192.0.0.0", "192.0.0.255"],
  ["TEST-NET-1", "192.0.2.0", "192.0.2.255"],
  ["6to4 relays", "192.88.99.0", "192.88.99.255"],
  ["private use", "192.168.0.0", "192.168.255.255"],
  ["benchmarking", "198.18.0.0", "198.19.255.255"],
  ["TEST-NET-2", "198.51.100.0", "198.51.100.255"],
  ["TEST-NET-3", "203.0.113.0", "203.0.113.255"],
  ["multicast", "224.0.0.0", "239.255.255.255"],
  ["reserved and broadcast", "240.0.0.0", "255.255.255.255"],
  ["unspecified and loopback", "::", "::1"],
  ["mapped IPv4", "::ffff:0:0", "::ffff:ffff:ffff"],
  ["translated IPv4", "64:ff9b::", "64:ff9b::ffff:ffff"],
  ["locally translated IPv4", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["discard only and dummy", "100::", "100:0:0:1:ffff:ffff:ffff:ffff"],
  ["protocol assignments with Teredo, benchmarking and ORCHID", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["documentation", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["6to4", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["documentation", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["segment routing", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["unique local", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["link local", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["site local", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["multicast", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
] as const;

test.each(specialPurpose)("%s, %s to %s, is not public", (_what, first, last) => {
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
});

test.each([
  "1.0.0.0",
  "9.255.255.255",
  "100.63.255.255",
  "100.128.0.0",
  "172.32.0.0",
  "192.0.1.0",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::",
  "2003::",
  "3fff:1000::",
])("%s, beside such a range, is public", (address) => expect(isPublicAddress(address)).toBe(true));

// A name's DNS record can change after it was checked, so the check applies to the connection itself.
test.each([false, true])("a name that resolves to this machine is not resolved (all: %s)", async (all) => {
  const error = await new Promise((resolve) => publicLookup("localhost", { all }, resolve));
  expect(error).toMatchObject({ code: "EPRIVATE" });
});

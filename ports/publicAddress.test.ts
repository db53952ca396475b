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

// A name's DNS record can change after it was checked, so the check applies to the connection itself.
test.each([false, true])("a name that resolves to this machine is not resolved (all: %s)", async (all) => {
  const error = await new Promise((resolve) => publicLookup("localhost", { all }, resolve));
  expect(error).toMatchObject({ code: "EPRIVATE" });
});

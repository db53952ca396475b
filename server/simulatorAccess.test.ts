import { expect, test } from "vitest";
import { isDirectRequest, isPrivateSetup } from "./simulatorAccess.ts";

test.each([
  ["127.0.0.1", "http://127.0.0.1:3000", true],
  ["localhost", "http://localhost:3000", true],
  ["127.8.0.1", "http://[::1]:3000", true],
  ["::1", "http://[::1]:3000", true],
  ["127.0.0.1", "https://localhost", true],
  ["0.0.0.0", "http://localhost:3000", false],
  ["::", "http://localhost:3000", false],
  ["192.168.1.7", "http://127.0.0.1:3000", false],
  ["127.0.0.1", "https://demo.example.com", false],
  ["127.0.0.1", "http://127.0.0.1.example.com", false],
  ["127.0.0.1", "http://localhost.example.com", false],
  ["0.0.0.0", "https://demo.example.com", false],
])("HOST=%s with PUBLIC_URL=%s is for this machine alone: %s", (host, publicUrl, isPrivate) => {
  expect(isPrivateSetup({ host, publicUrl })).toBe(isPrivate);
});

const host = "127.0.0.1:3000";

test.each([
  [{ host }, "127.0.0.1"],
  [{ host: "localhost:5173" }, "::1"],
  [{ host: "[::1]:3000" }, "::ffff:127.0.0.1"],
  [{ host: "LOCALHOST" }, "127.0.0.1"],
  [{ host, origin: `http://${host}` }, "127.0.0.1"],
  [{ host: "localhost", origin: "http://localhost" }, "127.0.0.1"],
])("a request with %j from %s came directly", (headers, peer) => {
  expect(isDirectRequest({ headers, peer })).toBe(true);
});

test.each([
  ["another machine", { host }, "192.168.1.20"],
  ["another machine by IPv6", { host }, "fe80::1"],
  ["nobody known", { host }, undefined],
  ["a rebound name", { host: "attacker.example.com:3000" }, "127.0.0.1"],
  ["a name that begins like this machine's", { host: "localhost.example.com" }, "127.0.0.1"],
  ["a name that hides behind a user", { host: "127.0.0.1@example.com" }, "127.0.0.1"],
  ["a tunnel that keeps the name", { host: "demo.example.com" }, "127.0.0.1"],
  ["no name at all", {}, "127.0.0.1"],
  ["an unreadable name", { host: "[" }, "127.0.0.1"],
  ["a proxy that names the client", { host, "x-forwarded-for": "127.0.0.1" }, "127.0.0.1"],
  ["a proxy that names the host", { host, "x-forwarded-host": host }, "127.0.0.1"],
  ["a proxy that names the scheme", { host, "x-forwarded-proto": "https" }, "127.0.0.1"],
  ["a proxy with an empty header", { host, "x-forwarded-for": "" }, "127.0.0.1"],
  ["a proxy of RFC 7239", { host, forwarded: "for=127.0.0.1" }, "127.0.0.1"],
  ["a proxy that names itself", { host, via: "1.1 proxy" }, "127.0.0.1"],
  ["a proxy with a header of its own", { host, "x-real-ip": "127.0.0.1" }, "127.0.0.1"],
  ["a foreign page", { host, origin: "https://attacker.example.com" }, "127.0.0.1"],
  ["a page of another program here", { host, origin: "http://127.0.0.1:8080" }, "127.0.0.1"],
  ["a page over another scheme", { host, origin: `https://${host}` }, "127.0.0.1"],
  ["a page without an origin", { host, origin: "null" }, "127.0.0.1"],
])("a request of %s did not come directly", (_, headers, peer) => {
  expect(isDirectRequest({ headers, peer })).toBe(false);
});

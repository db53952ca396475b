import { expect, test } from "vitest";
import { parseIceServers } from "./iceServers.ts";

test.each([
  ["", []],
  ["stun:stun.example.com", [{ urls: "stun:stun.example.com" }]],
  ["STUN:10.0.0.7:3478", [{ urls: "stun:10.0.0.7:3478" }]],
  ["stuns:[2001:db8::1]:5349", [{ urls: "stuns:[2001:db8::1]:5349" }]],
  [
    "stun:a.example, turn:dealer:p%40ss@b.example:3478?transport=tcp",
    [{ urls: "stun:a.example" }, { urls: "turn:b.example:3478?transport=tcp", username: "dealer", credential: "p@ss" }],
  ],
])("%j is understood", (text, servers) => expect(parseIceServers(text)).toEqual(servers));

test.each([
  "stun.example.com",
  "https://stun.example.com",
  "stun://stun.example.com",
  "stun:",
  "stun:host:0",
  "stun:host:70000",
  "stun:host/path",
  "stun:user:pass@host",
  "stun:host?transport=udp",
  "turn:host",
  "turn:user@host",
  "turn:user:pass@host?transport=sctp",
  "turn:user:%zz@host",
  "stun:a.example stun:b.example",
])("%j is refused", (text) => expect(parseIceServers(text)).toBeUndefined());

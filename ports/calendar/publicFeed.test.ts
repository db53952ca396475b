import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { Agent } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicLookup } from "../publicAddress.ts";
import type { Calendars } from "./calendar.ts";
import { createPublicFeed } from "./publicFeed.ts";

const good = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:1",
  "DTSTART:20261124T150000Z",
  "DTEND:20261124T160000Z",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

/** As large as a calendar may be. */
const entryLines = (at: number) =>
  `BEGIN:VEVENT\r\nUID:${at}\r\nDTSTART:20261124T150000Z\r\nDTEND:20261124T160000Z\r\nSUMMARY:${"x".repeat(300)}\r\nEND:VEVENT\r\n`;
const fullCalendar = `BEGIN:VCALENDAR\r\n${Array.from({ length: 5_000 }, (_, at) => entryLines(at)).join("")}END:VCALENDAR\r\n`;
let server: Server;
let base: string;
let feed: Calendars;
const agent = new Agent();
let asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    if (path === "/good") {
      if (request.headers["if-none-match"] === '"1"') return response.writeHead(304).end();
      return response.writeHead(200, { etag: '"1"' }).end(good);
    }
    if (path === "/zone")
      return response.writeHead(200).end(good.replace("DTSTART:", "DTSTART;TZID=Lot 9:").replaceAll("00Z", "00"));
    if (path === "/full") return response.writeHead(200).end(fullCalendar);
    if (path === "/line")
      return response.writeHead(200).end(`BEGIN:VCALENDAR\r\nX-A:${"x".repeat(2_000_000)}\r\n${good}`);
    if (path === "/deep") return response.writeHead(200).end("BEGIN:VCALENDAR\r\n".repeat(100_000));
    if (path === "/large") return response.writeHead(200).end(`${good}${"x".repeat(3 * 1024 * 1024)}`);
    if (path === "/endless") {
      response.writeHead(200).write("BEGIN:VCALENDAR\r\n");
      const timer = setInterval(() => response.write("x".repeat(64_000)), 1);
      return response.on("close", () => clearInterval(timer));
    }
    if (path === "/silent") return undefined;
    if (path === "/packed")
      return response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(9_000_000)));
    if (path === "/cut") return response.writeHead(200).end(good.slice(0, -20));
    if (path === "/down") return response.writeHead(503).end("later");
    if (path === "/page") return response.writeHead(200).end("<html></html>");
    if (path === "/broken") return response.writeHead(200).end("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:zzz\r\n");
    if (path === "/moved") return response.writeHead(302, { location: "/good" }).end();
    if (path === "/inward")
      return response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end();
    if (path === "/round") return response.writeHead(302, { location: "/round" }).end();
    return response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  feed = createPublicFeed({
    network: { accepts: (url) => url.startsWith(base), dispatcher: agent },
    timeout: 2_000,
    parseTimeout: 3_000,
  });
});
afterAll(async () => {
  await feed.stop();
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, etag = "") =>
  feed.busy({
    url: `${base}${path}`,
    etag,
    from: new Date("2026-11-01T00:00:00Z"),
    before: new Date("2026-12-01T00:00:00Z"),
    zone: "America/New_York",
  });

const busy = [{ start: new Date("2026-11-24T15:00:00Z"), end: new Date("2026-11-24T16:00:00Z") }];

test("a calendar is read, once for each version, also where it moved to", async () => {
  expect(await ask("/good")).toEqual({ kind: "read", busy, etag: '"1"' });
  expect(await ask("/good", '"1"')).toEqual({ kind: "unchanged" });
  expect(await ask("/moved")).toMatchObject({ kind: "read", busy });
});

test.each(["/large", "/endless", "/silent", "/packed", "/page", "/broken", "/round", "/absent", "/deep", "/cut"])(
  "%s is a failure in words, soon",
  // One that never answered would end the test.
  async (path) => expect(await ask(path)).toEqual({ kind: "failed", words: expect.stringMatching(/\.$/) }),
);

test.each(["/down", "/silent"])("%s is the server's fault, not the address's", async (path) => {
  expect(await ask(path)).toMatchObject({ words: expect.stringMatching(/isn't answering properly.*try again/) });
});

test("a calendar of nearly 2 MB is read", async () => {
  expect(Buffer.byteLength(fullCalendar)).toBeGreaterThan(1_900_000);
  expect(Buffer.byteLength(fullCalendar)).toBeLessThan(2 * 1024 * 1024);
  expect(await ask("/full")).toMatchObject({ kind: "read", busy });
});

test("a line of nearly 2 MB harms nobody", async () => {
  expect(["read", "failed"]).toContain((await ask("/line")).kind);
});

test("times in a zone that nobody knows are UTC, and the owner is told which", async () => {
  expect(await ask("/zone")).toEqual({
    kind: "read",
    busy,
    etag: "",
    warning: expect.stringMatching(/\(Lot 9\).*UTC.*\.$/),
  });
});

test("a name that leads here only once it is asked is not connected to", async () => {
  const guarded = new Agent({ connect: { lookup: publicLookup } });
  const rebound = createPublicFeed({ network: { accepts: () => true, dispatcher: guarded }, timeout: 2_000 });
  asked = [];
  const query = { etag: "", from: new Date(0), before: new Date(1), zone: "UTC" };
  const url = `${base.replace("127.0.0.1", "localhost")}/good`;
  expect(await rebound.busy({ ...query, url })).toMatchObject({ kind: "failed" });
  expect(asked).toEqual([]);
  await rebound.stop();
});

test("a redirect into the own network isn't followed", async () => {
  asked = [];
  expect(await ask("/inward")).toMatchObject({ kind: "failed" });
  expect(asked).toEqual(["/inward"]);
});

test.each([
  "https://127.0.0.1/a.ics",
  "https://localhost/a.ics",
  "https://10.0.0.1/a.ics",
  "https://[::1]/a.ics",
  "https://169.254.169.254/a.ics",
  "http://calendar.example/a.ics",
  "https://calendar.example:8443/a.ics",
  "https://user:secret@calendar.example/a.ics",
  "file:///etc/passwd",
  "calendar.example",
])("%s is asked by nobody", async (url) => {
  const real = createPublicFeed();
  expect(real.accepts(url)).toBe(false);
  const query = { url, etag: "", from: new Date(0), before: new Date(1), zone: "UTC" };
  expect(await real.busy(query)).toMatchObject({ kind: "failed" });
  await real.stop();
});

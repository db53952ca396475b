import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxCharacters, maxRecords } from "./dns.ts";
import { createResolver } from "./resolver.ts";

/* A name server of a few lines, for answers that no honest one gives. */

let socket: Socket;
let server: string;
const timeout = 100;

beforeAll(async () => {
  socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  server = `127.0.0.1:${socket.address().port}`;
});
afterAll(() => socket.close());

const nxdomain = 3;
const servfail = 2;

function answerTo(query: Buffer): Buffer | undefined {
  const first = query.subarray(13, 13 + (query[12] ?? 0)).toString();
  if (first === "silent") return undefined;
  if (first === "junk") return Buffer.from("junk");
  if (first === "missing") return reply(query, nxdomain, []);
  // What a name server says of aliases that go round in circles.
  if (first === "circle") return reply(query, servfail, []);
  if (first === "empty") return reply(query, 0, []);
  if (first === "many")
    return reply(
      query,
      0,
      Array.from({ length: 200 }, (_, n) => [`record ${n}`]),
    );
  if (first === "long") return reply(query, 0, [Array.from({ length: 30 }, () => "x".repeat(255))]);
  return reply(query, 0, [["v=spf1 ", "-all"], ["<script>"]]);
}

function reply(query: Buffer, code: number, records: readonly (readonly string[])[]): Buffer {
  const questionEnd = query.indexOf(0, 12) + 5;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const answers = records.map((parts) => {
    const data = Buffer.concat(
      parts.map((part) => Buffer.concat([Buffer.of(Buffer.byteLength(part)), Buffer.from(part)])),
    );
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, query.subarray(12, questionEnd), ...answers]);
}

const texts = (name: string) => createResolver({ servers: [server], timeout }).texts(name);

test("reads texts in one piece, whatever they hold", async () => {
  expect(await texts("plain.test")).toEqual({ kind: "found", texts: ["v=spf1 -all", "<script>"] });
});

test.each(["missing.test", "empty.test"])("%s has none", async (name) => {
  expect(await texts(name)).toEqual({ kind: "none" });
});

test.each(["silent.test", "junk.test", "circle.test", "not a name", `${"x".repeat(300)}.test`])(
  "%s gives no answer in time",
  async (name) => {
    const began = performance.now();
    expect((await texts(name)).kind).not.toBe("found");
    expect(performance.now() - began).toBeLessThan(40 * timeout);
  },
);

test("looks at so many records and so much of each", async () => {
  const many = await texts("many.test");
  expect(many.kind === "found" && many.texts.length).toBe(maxRecords);
  const long = await texts("long.test");
  expect(long.kind === "found" && long.texts[0]?.length).toBe(maxCharacters);
});

import { connect, type Socket } from "node:net";
import Fastify from "fastify";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import type { RealtimeGate } from "#ports/realtime/realtime.ts";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { headerLimits, limitSlowBodies, type RequestLimits } from "./slowClients.ts";

/** Fifty times as strict as the real ones, and sizes with them. */
const strict: RequestLimits = {
  headersMs: 300,
  idleMs: 300,
  graceMs: 300,
  bytesPerSecond: 20_000,
  count: 100,
  countPerAddress: 50,
  checkMs: 30,
};

const nobody: RealtimeGate = {
  authenticate: async () => undefined,
  lastSequences: async () => [],
  endedSessions: async () => [],
};

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function start(limits: Partial<RequestLimits> = {}) {
  const all = { ...strict, ...limits };
  const http = Fastify({ ...headerLimits(all), trustProxy: true, bodyLimit: 10_000_000 });
  answerFailures(http);
  const slowBodies = limitSlowBodies(http, all);
  await acceptBodies(http);
  http.post<{ Body: object }>("/echo", async ({ body }) => ({ length: JSON.stringify(body).length }));
  // Reads what came only after a time longer than all limits.
  http.addContentTypeParser("application/x-later", (_request, payload, done) => {
    setTimeout(() => payload.on("end", () => done(null, {})).resume(), 1_000);
  });
  http.get("/late", async (_request, reply) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return reply.send("at last");
  });
  const url = new URL(await http.listen({ port: 0, host: "127.0.0.1" }));
  const realtime = createRealtime({ log: pino({ level: "silent" }) });
  await realtime.attach(http.server, nobody);
  slowBodies.watchBelow("/socket.io");
  onTestFinished(async () => {
    await realtime.stop();
    await http.close();
  });
  return { url: url.origin, port: Number(url.port) };
}

/** A connection that sends this, then a piece every 20 ms; `answer`: all that came back until it was closed. */
function openSlowClient(port: number, head: string, piece = "") {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (bytes) => (received += bytes));
  socket.on("error", () => undefined);
  socket.write(head);
  const dripping = piece && setInterval(() => socket.writable && socket.write(piece), 20);
  // Not `once`: whoever goes on sending meets a reset connection after the answer.
  const answer = new Promise<string>((resolve) => {
    socket.on("close", () => {
      clearInterval(dripping || undefined);
      resolve(received);
    });
  });
  return { socket, answer, received: () => received };
}

const post = (length: number, more = "") =>
  `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n`;

const envelopeIn = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));

async function quickly(url: string) {
  const response = await fetch(`${url}/echo`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ quick: true }),
  });
  return response.status;
}

test.each([
  ["no headers at all", "", ""],
  ["headers that never end", "GET / HTTP/1.1\r\nHost: x\r\n", "X-More: 1\r\n"],
  ["no body", post(1_000), ""],
  ["half a body", `${post(1_000)}{"a":"`, ""],
  ["a body that trickles", `${post(100_000)}{"a":"`, "x"],
  ["a form that trickles", post(100_000).replace("json", "x-www-form-urlencoded"), "x"],
  ["a body without a length", post(1).replace("Content-Length: 1", "Transfer-Encoding: chunked"), "1\r\nx\r\n"],
  [
    "a form with parts that trickles",
    `${post(100_000).replace("application/json", "multipart/form-data; boundary=b")}--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n`,
    "x",
  ],
])("%s is answered with 408 and a closed connection", async (_, head, piece) => {
  const { port, url } = await start();
  const answer = await openSlowClient(port, head, piece).answer;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(envelopeIn(answer)).toEqual({
    status: "error",
    message: expect.stringContaining("too long"),
    data: null,
    request_id: expect.any(String),
  });
  expect(await quickly(url)).toBe(200);
});

test("a body for the live connection that never comes ends with it", async () => {
  const { port } = await start();
  const head = post(1_000).replace("/echo", "/socket.io/?EIO=4&transport=polling");
  expect(await openSlowClient(port, head).answer).toMatch(/^HTTP\/1\.1 400 /);
});

test("a body at a steady pace arrives, however long it takes", async () => {
  const { port } = await start();
  const text = JSON.stringify({ a: "x".repeat(60_000) });
  const client = openSlowClient(port, post(text.length, "Connection: close\r\n"));
  for (let sent = 0; sent < text.length; sent += 1_000) {
    client.socket.write(text.slice(sent, sent + 1_000));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await client.answer).toContain(`{"length":${text.length}}`);
});

test("a sender doesn't answer for the app's own time, nor a reader for a late answer", async () => {
  const { url } = await start();
  const body = new Uint8Array(5_000_000);
  const headers = { "content-type": "application/x-later" };
  const [sent, late] = await Promise.all([
    fetch(`${url}/echo`, { method: "POST", headers, body }),
    fetch(`${url}/late`),
  ]);
  expect([sent.status, late.status, await late.text()]).toEqual([200, 200, "at last"]);
});

test("slow bodies from one address give way, and quick ones from there find room", async () => {
  const { port, url } = await start({ countPerAddress: 5, idleMs: 60_000, graceMs: 60_000 });
  const clients = Array.from({ length: 20 }, () => openSlowClient(port, post(1_000)));
  const refused = () => clients.map(({ received }) => received()).filter((answer) => answer !== "");
  await vi.waitFor(() => expect(refused()).toHaveLength(15), 5_000);
  for (const answer of refused()) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 .*retry-after: 10/is);
    expect(envelopeIn(answer).message).toMatch(/from your network/);
  }
  for (let times = 0; times < 20; times++) expect(await quickly(url)).toBe(200);
});

test("with too many altogether, the address that has the most gives way", async () => {
  const { port } = await start({ count: 6, countPerAddress: 5, idleMs: 60_000, graceMs: 60_000 });
  const from = (address: string) => openSlowClient(port, post(1_000, `X-Forwarded-For: ${address}\r\n`));
  const many = Array.from({ length: 4 }, () => from("198.51.100.1"));
  const pair = Array.from({ length: 2 }, () => from("198.51.100.2"));
  const newcomer = from("198.51.100.3");
  const answer = await Promise.race(many.map((client) => client.answer));
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 10/is);
  expect([...pair, newcomer].map(({ received }) => received())).toEqual(["", "", ""]);
});

test("many slow clients are gone soon, and all others are answered meanwhile", async () => {
  const { port, url } = await start();
  const heads = ["", "GET / HTTP/1.1\r\nHost: x\r\n", post(1_000), `${post(100_000)}{"a":"`];
  const clients = Array.from({ length: 120 }, (_, index) => openSlowClient(port, heads[index % heads.length] ?? ""));
  let isOver = false;
  const over = Promise.all(clients.map(({ answer }) => answer)).then(() => (isOver = true));
  const statuses = new Set<number>();
  do statuses.add(await quickly(url));
  while (!isOver);
  await over;
  expect([...statuses]).toEqual([200]);
});

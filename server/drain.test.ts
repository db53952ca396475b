import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { answerFailures } from "#core/server/failures.ts";
import { createDrain } from "./drain.ts";
import { reportHealth } from "./health.ts";

const log = pino({ level: "silent" });

async function startServer(limits?: Parameters<typeof createDrain>[2]) {
  const http: FastifyInstance = Fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  const drain = createDrain(http, log, limits);
  reportHealth(http, { query: async () => ({}) } as never, () => true, drain.isDraining);
  const held = Promise.withResolvers<string>();
  http.get("/held", () => held.promise);
  http.get("/quick", async () => "quick");
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  onTestFinished(() => http.close());
  return { http, drain, held, port };
}

/** A connection that stays open between its requests, as text. */
async function openConnection(port: number) {
  const socket: Socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  socket.on("error", () => {});
  const closed = once(socket, "close");
  const ask = (path: string) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const until = async (pattern: RegExp) => {
    while (!pattern.test(received)) await once(socket, "data");
    const text = received;
    received = "";
    return text;
  };
  return { ask, until, closed, received: () => received };
}

test("requests under way are answered, and their connections closed, then idle ones; no new one is taken", async () => {
  const { http, drain, held, port } = await startServer({ requests: 20_000, live: 20, idle: 20 });
  const [busy, idle] = [await openConnection(port), await openConnection(port)];
  idle.ask("/quick");
  expect(await idle.until(/quick$/)).toMatch(/connection: keep-alive/i);
  const asked = once(http.server, "request");
  busy.ask("/held");
  await asked;
  const drained = drain.run();
  await idle.closed;
  await expect(fetch(`http://127.0.0.1:${port}/quick`)).rejects.toThrow();
  held.resolve("done");
  expect(await busy.until(/done$/)).toMatch(/200 OK[\s\S]*connection: close/i);
  await busy.closed;
  await drained;
});

test("a request on a connection that stayed open is answered while the server stops, and is the last one", async () => {
  const { drain, port } = await startServer({ requests: 60_000, live: 60_000, idle: 60_000 });
  const connections = await Promise.all(Array.from({ length: 6 }, () => openConnection(port)));
  for (const { ask } of connections) ask("/quick");
  await Promise.all(connections.map(({ until }) => until(/quick$/)));
  const drained = drain.run();
  await expect(fetch(`http://127.0.0.1:${port}/quick`)).rejects.toThrow();
  for (const { ask } of connections) ask("/quick");
  for (const { until, closed } of connections) {
    expect(await until(/quick$/)).toMatch(/200 OK[\s\S]*connection: close/i);
    await closed;
  }
  // Nobody is left, so that nothing is waited for.
  await drained;
});

test("/ready says that others take over once it stops, and the other probes go on", async () => {
  const http: FastifyInstance = Fastify();
  onTestFinished(() => http.close());
  answerFailures(http);
  reportHealth(
    http,
    { query: async () => ({}) } as never,
    () => true,
    () => true,
  );
  const statuses = ["/ready", "/ready?x", "/live", "/health"].map(async (url) => (await http.inject(url)).statusCode);
  expect(await Promise.all(statuses)).toEqual([503, 503, 200, 200]);
});

test("before it is ready, only /live says yes", async () => {
  const http: FastifyInstance = Fastify();
  onTestFinished(() => http.close());
  answerFailures(http);
  reportHealth(
    http,
    { query: async () => ({}) } as never,
    () => false,
    () => false,
  );
  http.get("/quick", async () => "quick");
  const statuses = ["/ready", "/live", "/health", "/quick"].map(async (url) => (await http.inject(url)).statusCode);
  expect(await Promise.all(statuses)).toEqual([503, 200, 503, 503]);
});

test("a request that doesn't end is cut after the limit", async () => {
  const { http, drain, port } = await startServer({ requests: 50, live: 20, idle: 10 });
  const busy = await openConnection(port);
  const asked = once(http.server, "request");
  busy.ask("/held");
  await asked;
  await drain.run();
  await busy.closed;
  expect(busy.received()).toBe("");
});

test("a live connection that doesn't close by itself is cut", async () => {
  const { http, drain, port } = await startServer({ requests: 60_000, live: 20, idle: 10 });
  http.server.on("upgrade", (_request, socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n"));
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write("GET /live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  await once(socket, "data");
  const closed = once(socket, "close");
  await drain.run();
  await closed;
});

test("all probes say yes while it runs", async () => {
  const { http } = await startServer();
  for (const path of ["/live", "/ready", "/health"]) expect((await http.inject(path)).statusCode).toBe(200);
});

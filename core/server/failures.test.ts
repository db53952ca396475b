import { connect } from "node:net";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Fastify, { type FastifyBaseLogger } from "fastify";
import { pino } from "pino";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { answerFailures } from "./failures.ts";

const lines: { level: number; msg: string }[] = [];
afterEach(() => void lines.splice(0));
const logged = (msg: string) => lines.filter((line) => line.msg === msg).map(({ level }) => level);
const [debug, error] = [20, 50];

async function start() {
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const http = Fastify({ loggerInstance: log as FastifyBaseLogger });
  answerFailures(http);
  http.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));
  const arrived = vi.fn();
  http.post("/reads", async ({ raw }) => {
    arrived();
    await pipeline(raw, new Writable({ write: (_bytes, _encoding, done) => done() }));
    return "read";
  });
  http.post("/asks", async () => {
    throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
  });
  http.post("/fails", async ({ raw }) => {
    arrived();
    await new Promise((resolve) => raw.socket.once("close", resolve));
    throw new Error("a mistake");
  });
  await http.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => http.close());
  return { http, arrived };
}

/** Sends half a file, waits until the server reads it, and leaves. */
async function leaveMidway(path: string) {
  const { http, arrived } = await start();
  const { port } = http.server.address() as { port: number };
  const socket = connect(port, "127.0.0.1");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\nContent-Length: 1000\r\n\r\nhalf`);
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
  socket.destroy();
}

test("a client that leaves in the middle of its file is no error", async () => {
  await leaveMidway("/reads");
  await vi.waitFor(() => expect(logged("the client left")).toEqual([debug]));
  expect(logged("unexpected error")).toEqual([]);
});

test("a mistake is an error, whether or not the client is still there", async () => {
  await leaveMidway("/fails");
  await vi.waitFor(() => expect(logged("unexpected error")).toEqual([error]));
  expect(logged("the client left")).toEqual([]);
});

test("a connection of ours that breaks is an error while the client is there", async () => {
  const { http } = await start();
  expect((await http.inject({ method: "POST", url: "/asks" })).statusCode).toBe(500);
  expect(logged("unexpected error")).toEqual([error]);
});

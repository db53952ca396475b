import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type Connections, openConnections } from "./connections.ts";

/* Against a server that says what it likes, byte by byte. */

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const answer = (text: string, headers = "") =>
  `HTTP/1.1 200 OK\r\n${headers}content-length: ${text.length}\r\n\r\n${text}`;

/** @param respond is called with each piece that the server gets. */
async function serve(respond: (socket: Socket, request: string) => void, limit = 2) {
  const got: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      got.push(bytes.toString("latin1"));
      respond(socket, bytes.toString("latin1"));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const connections = openConnections(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, limit, 500);
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { connections, got, sockets };
}

const say = (connections: Connections, text: string, timeout = 2_000) => connections.exchange(`${text}\n`, timeout);

test("no more connections than allowed, each with one request at a time, and each request once", async () => {
  let atOnce = 0;
  let most = 0;
  const { connections, got, sockets } = await serve((socket, request) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    setImmediate(() => {
      atOnce -= 1;
      socket.write(answer(request.trim()));
    });
  }, 3);
  const texts = Array.from({ length: 50 }, (_, place) => `request ${place}`);
  const answers = await Promise.all(texts.map((text) => say(connections, text)));
  expect(answers.map(({ text }) => text)).toEqual(texts);
  expect([...got].sort()).toEqual(texts.map((text) => `${text}\n`).sort());
  expect(sockets.size).toBe(3);
  expect(most).toBeLessThanOrEqual(3);
  await connections.close();
  await expect(say(connections, "late")).rejects.toThrow("closed");
});

test("a connection that ends before the answer rejects its request alone, and nothing is sent again", async () => {
  const { connections, got } = await serve((socket, request) => {
    if (request.startsWith("bad")) socket.end("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf");
    else socket.write(answer("fine"));
  }, 1);
  const results = await Promise.allSettled(
    ["bad", "good", "bad again", "good again"].map((text) => say(connections, text)),
  );
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
  expect(got).toEqual(["bad\n", "good\n", "bad again\n", "good again\n"]);
});

test("who waits for a connection until the time is up never leaves", async () => {
  const { connections, got } = await serve(() => {}, 1);
  const results = await Promise.allSettled([say(connections, "stalls", 300), say(connections, "waits", 100)]);
  expect(results.map((result) => (result.status === "rejected" ? String(result.reason) : ""))).toEqual([
    "Error: No answer within 300 ms",
    "Error: No answer within 100 ms",
  ]);
  expect(got).toEqual(["stalls\n"]);
});

test("an answer that nobody waits for any more is nobody's", async () => {
  const { connections } = await serve((socket, request) => {
    if (request.startsWith("slow")) setTimeout(() => socket.write(answer("slow")), 150);
    else socket.write(answer("fast"));
  }, 1);
  await expect(say(connections, "slow", 50)).rejects.toThrow("No answer within 50 ms");
  expect(await say(connections, "fast")).toMatchObject({ text: "fast" });
});

test("what a server says unasked ends the connection, and so does an answer that says so", async () => {
  const { connections, sockets } = await serve((socket, request) => {
    if (request.startsWith("chatty")) socket.write(answer("chatty") + answer("unasked"));
    else if (request.startsWith("last")) socket.write(answer("last", "connection: close\r\n"));
    else socket.write(answer(request.trim()));
  }, 1);
  for (const text of ["chatty", "last", "third"]) expect(await say(connections, text)).toMatchObject({ text });
  expect(sockets.size).toBe(3);
});

test("a server that refuses, or speaks something else, rejects", async () => {
  const nobody = openConnections("http://127.0.0.1:1", 2, 500);
  await expect(say(nobody, "hello")).rejects.toThrow("ECONNREFUSED");
  await nobody.close();
  const { connections } = await serve((socket) => socket.write("220 smtp.example ESMTP\r\n\r\n"));
  await expect(say(connections, "hello")).rejects.toThrow("isn't HTTP/1.1");
});

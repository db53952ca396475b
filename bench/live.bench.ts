import { once } from "node:events";
import { createServer } from "node:http";
import { pino } from "pino";
import { Server } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { openBenchInbox, startBenchPostgres } from "./benchInbox.ts";
import { createUnreachableTwilio, phoneNumberOf, postTextWebhook, type WebhookText } from "./carrier.ts";
import { compare, printComparisons } from "./comparison.ts";

/*
 * From the carrier's webhook to the last of a thousand open inboxes, against a bare Socket.IO broadcast of the same
 * bytes to as many; and to one other browser.
 */

const inboxes = 1_000;
const event = "chat-message-open";

async function connect(url: string, auth: object, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = io(url, { auth, transports: ["websocket"], forceNew: true, reconnection: false });
    await new Promise((resolve, reject) => socket.once("connect", () => resolve(null)).once("connect_error", reject));
    sockets.push(socket);
  }
  return sockets;
}

/** Resolves when every socket has received the event. */
const receivedBy = (sockets: readonly Socket[]) =>
  Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once(event, resolve))));

async function bareBroadcast() {
  const http = createServer();
  const server = new Server(http);
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as { port: number };
  const payload = { message_id: 1_000_001, target_id: 50_001, what: "received" };
  const sockets = await connect(`http://127.0.0.1:${port}`, {}, inboxes);
  return {
    async run() {
      const received = receivedBy(sockets);
      server.emit(event, payload);
      await received;
    },
    async close() {
      for (const socket of sockets) socket.close();
      await server.close();
    },
  };
}

const log = pino({ level: "silent" });
const postgres = await startBenchPostgres();
const sms = createUnreachableTwilio(log);
const benchInbox = await openBenchInbox(postgres.url, 50_000, { sms, realtime: createRealtime({ log }) });
const to = await phoneNumberOf(benchInbox);
let count = 0;
const text = (): WebhookText => {
  count += 1;
  return { to, from: "+12093120001", body: "Still there?", sid: `SM${process.pid}${Date.now()}${count}` };
};
const open = await connect(benchInbox.url, { token: benchInbox.token }, inboxes);
const bare = await bareBroadcast();
const figures = [
  await compare({
    work: `webhook in to the last of ${inboxes} open inboxes, against a bare broadcast to as many`,
    ours: async () => {
      const received = receivedBy(open);
      await postTextWebhook(benchInbox.url, text());
      await received;
    },
    peer: () => bare.run(),
    times: 10,
    must: 2,
    aim: 1.3,
  }),
];
for (const socket of open.slice(1)) socket.close();
const [one] = open as [Socket];
figures.push(
  await compare({
    work: "webhook in to one other browser, against the webhook's own answer",
    ours: async () => {
      const received = receivedBy([one]);
      await postTextWebhook(benchInbox.url, text());
      await received;
    },
    peer: () => postTextWebhook(benchInbox.url, text()),
    times: 30,
  }),
);
const passed = printComparisons("Webhook to screen", figures);
one.close();
await bare.close();
await benchInbox.close();
await postgres.stop();
process.exit(passed ? 0 : 1);

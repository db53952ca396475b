import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { pino } from "pino";
import { Server } from "socket.io";
import { io, type Socket } from "socket.io-client";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { createTwilio } from "#ports/sms/twilio.ts";
import { compare, print } from "./figures.ts";
import { openTown, startGround, type Town } from "./town.ts";

/*
 * From the carrier's webhook to the last of a thousand open inboxes, against a bare Socket.IO broadcast of the same
 * bytes to as many. And to one other browser, as a person feels it.
 */

const inboxes = 1_000;
const account = { accountSid: "ACbench", authTokens: ["bench"] as const, apiUrl: "http://127.0.0.1:9" };
const publicUrl = "https://rooftop.example";
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

/** Resolves when the event has reached every one of these. */
const heardBy = (sockets: readonly Socket[]) =>
  Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once(event, resolve))));

let count = 0;

/** A signed webhook about a new text, as Twilio sends it. */
async function webhook(url: string, to: string) {
  count += 1;
  const sid = `SM${process.pid}${Date.now()}${count}`;
  const fields = {
    AccountSid: account.accountSid,
    Body: "Still there?",
    From: "+12000000001",
    MessageSid: sid,
    NumMedia: "0",
    To: to,
  };
  const path = "/webhooks/twilio/message";
  const signed = Object.entries(fields)
    .sort()
    .reduce((text, [name, value]) => text + name + value, publicUrl + path);
  const signature = createHmac("sha1", account.authTokens[0]).update(signed).digest("base64");
  const headers = { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature };
  const answer = await fetch(url + path, { method: "POST", headers, body: new URLSearchParams(fields) });
  if (answer.status !== 200) throw new Error(`The webhook was answered with ${answer.status}`);
}

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
      const heard = heardBy(sockets);
      server.emit(event, payload);
      await heard;
    },
    async close() {
      for (const socket of sockets) socket.close();
      await server.close();
    },
  };
}

async function numberOf({ pool, dealer }: Town): Promise<string> {
  const text = "select number from phone_numbers where dealer_id = $1 and location_id = $2";
  return (await pool.query(text, [dealer.dealer_id, dealer.location_id])).rows[0].number;
}

const log = pino({ level: "silent" });
const ground = await startGround();
const sms = createTwilio({ ...account, publicUrl, log });
const town = await openTown(ground.url, 50_000, { sms, realtime: createRealtime({ log }) });
const number = await numberOf(town);
const open = await connect(town.url, { token: town.token }, inboxes);
const bare = await bareBroadcast();
const figures = [
  await compare({
    work: `webhook in to the last of ${inboxes} open inboxes, against a bare broadcast to as many`,
    ours: async () => {
      const heard = heardBy(open);
      await webhook(town.url, number);
      await heard;
    },
    peer: () => bare.run(),
    ...{ times: 10, must: 2, aim: 1.3 },
  }),
];
for (const socket of open.slice(1)) socket.close();
const [one] = open as [Socket];
figures.push(
  await compare({
    work: "webhook in to one other browser, against the webhook's own answer",
    ours: async () => {
      const heard = heardBy([one]);
      await webhook(town.url, number);
      await heard;
    },
    peer: () => webhook(town.url, number),
    times: 30,
  }),
);
const good = print("Webhook to screen", figures);
one.close();
await bare.close();
await town.close();
await ground.stop();
process.exit(good ? 0 : 1);

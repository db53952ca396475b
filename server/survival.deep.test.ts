import pg from "pg";
import { io, type Socket } from "socket.io-client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lastSequencesEvent } from "#core/event.ts";
import { createEventSequencer } from "#core/eventSequencer.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { live } from "#domains/missedEvents/contract.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { freshPhone } from "#testing/dealership.ts";
import { openProxyTo } from "#testing/interruptibleProxy.ts";
import { type AppProcess, eventually, startAppProcess } from "#testing/process.ts";
import { callerAt, type SamplePerson, sampleOwner } from "#testing/samplePerson.ts";

let database: FreshDatabase;
let db: pg.Pool;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  db = new pg.Pool({ connectionString: database.url, max: 3 });
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await db.end();
  await database.drop();
});

async function startApp(url = database.url): Promise<AppProcess> {
  const app = await startAppProcess(url);
  cleanups.push(() => app.kill());
  return app;
}

async function addCustomer({ call }: SamplePerson) {
  const phone = freshPhone();
  const draft = { first_name: "Una", last_name: "Lee", email: "una@example.com", address: "1 Oak St", company: "" };
  const { data } = await call(customers.add, { body: { ...draft, phone: phone.slice(2) } });
  return { id: data.id, phone };
}

/** How often each matching text arrived at the simulated phones. */
async function arrivalCounts(like: string): Promise<Map<string, number>> {
  const text = "select body, count(*)::int as n from simulated_messages where body like $1 group by body";
  const { rows } = await db.query(text, [`${like}%`]);
  return new Map(rows.map(({ body, n }) => [body, n]));
}

test("kill -9 in the middle of 200 sends: nothing acknowledged is lost, nothing arrives twice, everything is settled", async () => {
  const first = await startApp();
  const owner = await sampleOwner(first.url);
  const people = await Promise.all(Array.from({ length: 10 }, () => addCustomer(owner)));
  const acknowledged = new Set<string>();
  // A busy machine refuses some.
  const enough = 50;
  const sends = Array.from({ length: 200 }, async (_, index) => {
    const message = `Parts update ${index}`;
    const customer_id = people[index % people.length]?.id ?? 0;
    await owner.call(inbox.sendToCustomer, { body: { customer_id, message, client_id: crypto.randomUUID() } });
    acknowledged.add(message);
    if (acknowledged.size === enough) await first.kill();
  });
  await Promise.allSettled(sends);
  expect(acknowledged.size).toBeGreaterThanOrEqual(enough);

  const second = await startApp();
  await eventually(async () => {
    const open = "select count(*)::int as n from messages where message like 'Parts update %' and state <> 'delivered'";
    expect((await db.query(open)).rows[0].n).toBe(0);
  }, 60_000);
  const stored = await db.query("select message from messages where message like 'Parts update %'");
  const storedTexts = stored.rows.map(({ message }) => message);
  expect(storedTexts).toEqual(expect.arrayContaining([...acknowledged]));
  const arrived = await arrivalCounts("Parts update");
  expect([...arrived.values()].filter((count) => count !== 1)).toEqual([]);
  expect([...arrived.keys()].sort()).toEqual(storedTexts.sort());
  await second.stop();
}, 120_000);

test("a text received by one node appears in a browser connected to the other", async () => {
  const [one, other] = [await startApp(), await startApp()];
  const owner = await sampleOwner(one.url);
  const { phone } = await addCustomer(owner);
  const { location_phone } = (await owner.call(accounts.profile)).data;
  const browser: Socket = io(other.url, { auth: { token: owner.token }, transports: ["websocket"] });
  cleanups.push(() => browser.close());
  await new Promise((resolve, reject) => browser.on("connect", () => resolve(null)).on("connect_error", reject));
  const event = new Promise<{ target_id: number; what: string }>((resolve) => browser.on("chat-message-open", resolve));
  const body = JSON.stringify({ from: phone, to: location_phone, body: "Anybody there?" });
  const headers = { "content-type": "application/json" };
  await fetch(`${one.url}/simulator/api/messages`, { method: "POST", headers, body });
  const { target_id, what } = await event;
  expect(what).toBe("received");
  const atOther = (await sampleOwner(other.url)).call;
  const { data } = await atOther(inbox.messages, { params: { chat_id: target_id }, body: {} });
  expect(data.allMessages.at(-1)?.message).toBe("Anybody there?");
}, 60_000);

/** A browser that applies events in sequence; `received` collects the ids of inbound messages it was notified of. */
async function openBrowser(url: string, { call, token }: SamplePerson) {
  const received: number[] = [];
  const socket: Socket = io(url, { auth: { token }, transports: ["websocket"], reconnectionDelay: 50 });
  let isUpToDate = false;
  const sequencer = createEventSequencer({
    apply: (event, payload) => {
      const { message_id, what } = payload as { message_id: number; what: string };
      if (event === "chat-message-open" && what === "received") received.push(message_id);
    },
    fetchMissed: async (body) => (await call(live.since, { body })).data,
    refetch: () => Promise.reject(new Error("The log reaches back far enough")),
    onStatus: (current) => {
      isUpToDate = current;
    },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  socket.onAny((event, payload, mark) =>
    event === lastSequencesEvent ? sequencer.receiveLastSequences(payload) : sequencer.receive(event, payload, mark),
  );
  cleanups.push(() => {
    sequencer.stop();
    socket.close();
  });
  await eventually(async () => expect(isUpToDate).toBe(true));
  return { received, socket };
}

test("a browser loses its connection to one node while texts reach the other, which then dies: it gets each event once", async () => {
  const [one, other] = [await startApp(), await startApp()];
  const owner = await sampleOwner(one.url);
  const { phone } = await addCustomer(owner);
  const { location_phone: to } = (await owner.call(accounts.profile)).data;
  const target = new URL(other.url);
  const proxy = await openProxyTo(target.hostname, Number(target.port));
  cleanups.push(() => proxy.close());
  const atOther = { ...owner, call: callerAt(`http://127.0.0.1:${proxy.port}`, owner.token) };
  const { received, socket } = await openBrowser(`http://127.0.0.1:${proxy.port}`, atOther);

  const headers = { "content-type": "application/json" };
  let acknowledged = 0;
  const texts = Array.from({ length: 60 }, async (_, index) => {
    const body = JSON.stringify({ from: phone, to, body: `Storm ${index}` });
    await fetch(`${one.url}/simulator/api/messages`, { method: "POST", headers, body });
    acknowledged += 1;
    if (acknowledged === 10) proxy.interrupt();
    if (acknowledged === 25) proxy.restore();
    if (acknowledged === 45) await one.kill();
  });
  await Promise.allSettled(texts);
  expect(acknowledged).toBeGreaterThanOrEqual(45);
  await eventually(async () => {
    const { rows } = await db.query("select id::int from messages where message like 'Storm %' order by id");
    expect(received.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
  }, 90_000);
  expect(new Set(received).size).toBe(received.length);
  await eventually(async () => expect(socket.connected).toBe(true));
}, 150_000);

test("the database is away for 5 s: every response says so, and afterwards everything works again", async () => {
  const target = new URL(database.url);
  const proxy = await openProxyTo(target.hostname, Number(target.port || 5432));
  cleanups.push(() => proxy.close());
  target.hostname = "127.0.0.1";
  target.port = String(proxy.port);
  // A Unix socket's folder would bypass the proxy.
  target.searchParams.delete("host");
  const app = await startApp(target.href);
  const owner = await sampleOwner(app.url);
  const { id } = await addCustomer(owner);
  const text = (message: string) => ({ body: { customer_id: id, message, client_id: crypto.randomUUID() } });
  await owner.call(inbox.sendToCustomer, text("Before the outage"));

  proxy.interrupt();
  await eventually(async () => expect((await fetch(`${app.url}/health`)).status).toBe(503), 10_000);
  const away = "Rooftop isn't available right now. Try again in a moment.";
  for (const until = Date.now() + 5_000; Date.now() < until; ) {
    await expect(owner.call(inbox.unread, {})).rejects.toMatchObject({ status: 503, message: away, retryAfter: 5 });
  }
  const during = text("During the outage");
  await expect(owner.call(inbox.sendToCustomer, during)).rejects.toMatchObject({ status: 503, message: away });
  proxy.restore();

  await eventually(async () => expect((await fetch(`${app.url}/health`)).status).toBe(200));
  await owner.call(inbox.sendToCustomer, during);
  await eventually(async () => {
    expect(await arrivalCounts("Before the outage")).toEqual(new Map([["Before the outage", 1]]));
    expect(await arrivalCounts("During the outage")).toEqual(new Map([["During the outage", 1]]));
    const open = "select count(*)::int as n from messages where message like '%the outage' and state = 'delivered'";
    expect((await db.query(open)).rows[0].n).toBe(2);
  }, 100_000);
}, 150_000);

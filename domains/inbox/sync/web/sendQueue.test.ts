import { expect, test } from "vitest";
import { CallError, type Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { createInbox } from "./inboxModel.ts";
import { createMemoryStorage, createScriptedServer, type ScriptedServer, singleTab } from "./testing/scriptedServer.ts";

const noConnection = () => new CallError(0, "The service can't be reached.");
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

let ids = 0;

/** A browser tab whose pauses end when the test says so. */
function openTab(
  server: ScriptedServer,
  storage = createMemoryStorage(),
  overrides: Partial<Parameters<typeof createInbox>[0]> = {},
) {
  const pauses: { milliseconds: number; end: () => void }[] = [];
  const inbox = createInbox({
    ...singleTab,
    call: server.call,
    storage,
    newId: () => `client-${++ids}`,
    now: () => new Date("2026-03-01T16:00:00Z"),
    wait: (milliseconds) => new Promise((end) => void pauses.push({ milliseconds, end })),
    ...overrides,
  });
  const outbox = () => inbox.store.get().outbox.map(({ message, waiting, failure }) => [message, waiting ?? failure]);
  const endPause = async () => {
    pauses.shift()?.end();
    await flushPromises();
  };
  return { ...inbox, storage, pauses, outbox, endPause };
}

const texts = (server: ScriptedServer) => server.messages.map(({ message }) => message);

test("messages written without a connection wait, and are sent once, in order", async () => {
  const server = createScriptedServer();
  for (const chat of [1, 2]) server.addChat(chat);
  server.failing.set("inbox.send", [noConnection()]);
  const { sender, outbox, endPause } = openTab(server);
  void sender.send(1, { message: "one" });
  await flushPromises();
  expect(outbox()).toEqual([["one", "connection"]]);
  void sender.send(1, { message: "two" });
  void sender.send(2, { message: "elsewhere" });
  await flushPromises();
  // The first did arrive; only its response was lost.
  expect(texts(server)).toEqual(["one", "elsewhere"]);
  expect(outbox()).toEqual([
    ["one", "connection"],
    ["two", "connection"],
  ]);
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual(["one", "elsewhere", "two"]);
});

test("what follows a chat's texts can wait until they have left, but not for the connection", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  const { sender, outbox } = openTab(server);
  void sender.send(1, { message: "On it" });
  expect(outbox()).toEqual([["On it", undefined]]);
  await sender.sentIn(1);
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual(["On it"]);
  server.failing.set("inbox.send", [noConnection()]);
  void sender.send(1, { message: "Later" });
  await flushPromises();
  await sender.sentIn(1);
  expect(outbox()).toEqual([["Later", "connection"]]);
});

test("pauses grow, retryNow ends one, and a Retry-After is respected", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  const busy = new CallError(429, "Too many tries.", {}, 40);
  server.failing.set("inbox.send", [noConnection(), noConnection(), new CallError(503, "Not available"), busy]);
  const { sender, pauses, outbox, endPause } = openTab(server);
  void sender.send(1, { message: "Hello" });
  await flushPromises();
  await endPause();
  await endPause();
  expect(outbox()).toEqual([["Hello", "service"]]);
  sender.retryNow();
  await flushPromises();
  expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([4000, 40_000]);
  sender.retryNow();
  await flushPromises();
  expect(outbox()).toEqual([["Hello", "service"]]);
  pauses.splice(0, 1);
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual(["Hello"]);
});

test.each([
  [404, "Not found"],
  [422, "This customer has opted out of text messages."],
  [403, "You don't have access to this location."],
])("a refusal (%s) fails a message with its reason, and those after it are sent", async (status, reason) => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(status, reason)]);
  const { sender, outbox, pauses } = openTab(server);
  await Promise.all([sender.send(1, { message: "refused" }), sender.send(1, { message: "taken" })]);
  expect(outbox()).toEqual([["refused", reason]]);
  expect(texts(server)).toEqual(["taken"]);
  expect(pauses).toEqual([]);
});

test("after repeated server errors the person decides", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set(
    "inbox.send",
    Array.from({ length: 7 }, () => new CallError(500, "Something went wrong on our side.")),
  );
  const { sender, outbox, endPause } = openTab(server);
  void sender.send(1, { message: "Hello" });
  await flushPromises();
  for (let at = 0; at < 6; at += 1) await endPause();
  expect(outbox()).toEqual([["Hello", "Something went wrong on our side."]]);
});

test("after a reload it is sent automatically, but not when somebody else signs in", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const { sender, storage } = openTab(server);
  void sender.send(1, { message: "Hello" });
  await flushPromises();
  const other = openTab(server, storage, { owner: "1.8.1" });
  await other.sender.resume();
  expect(other.outbox()).toEqual([]);
  expect(texts(server)).toEqual([]);
  const reloaded = openTab(server, storage);
  expect(reloaded.outbox()).toEqual([["Hello", "service"]]);
  await reloaded.sender.resume();
  expect(texts(server)).toEqual(["Hello"]);
  expect(openTab(server, storage).outbox()).toEqual([]);
});

test("when the session ends, a waiting message waits for its author's next sign-in", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  let signedIn = true;
  server.failing.set("inbox.send", [noConnection(), new CallError(401, "Please Login")]);
  const { sender, endPause, storage } = openTab(server, createMemoryStorage(), { isSessionCurrent: () => signedIn });
  void sender.send(1, { message: "Hello" });
  await flushPromises();
  server.messages.length = 0;
  await endPause();
  signedIn = false;
  sender.retryNow();
  await sender.resume();
  expect(texts(server)).toEqual([]);
  const again = openTab(server, storage);
  await again.sender.resume();
  expect(texts(server)).toEqual(["Hello"]);
});

test("a message that waited too long is left to its author", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [noConnection()]);
  const { sender, storage } = openTab(server);
  void sender.send(1, { message: "See you in ten minutes" });
  await flushPromises();
  server.messages.length = 0;
  const late = openTab(server, storage, { now: () => new Date("2026-03-02T08:00:00Z") });
  await late.sender.resume();
  expect(texts(server)).toEqual([]);
  const [pending] = late.store.get().outbox;
  expect(pending?.failure).toContain("12 hours");
  if (pending) await late.sender.resend(pending);
  expect(texts(server)).toEqual(["See you in ten minutes"]);
});

test("a message discarded while it waits is not sent", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const { sender, store, endPause, outbox } = openTab(server);
  void sender.send(1, { message: "Oops" });
  await flushPromises();
  const [pending] = store.get().outbox;
  if (pending) sender.discard(pending);
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual([]);
});

/** Web Locks, shared by the tabs of one origin. */
function createLocks() {
  const ends = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = (ends.get(name) ?? Promise.resolve()).then(work);
    ends.set(
      name,
      mine.catch(() => undefined),
    );
    return mine;
  };
}

test.each([
  ["with locks, one request each", createLocks(), 3],
  ["without locks, the server accepts each once", singleTab.withLock, undefined],
])("two tabs send the same queue: %s", async (_name, withLock, expectedSends) => {
  const server = createScriptedServer();
  server.addChat(1);
  let sends = 0;
  const counting: Caller = (call, input) => {
    if (call.path === inbox.send.path) sends += 1;
    return server.call(call, input);
  };
  const storage = createMemoryStorage();
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const first = openTab({ ...server, call: counting }, storage, { withLock });
  void first.sender.send(1, { message: "one" });
  void first.sender.send(1, { message: "two" });
  await flushPromises();
  sends = 0;
  const second = openTab({ ...server, call: counting }, storage, { withLock });
  void second.sender.send(1, { message: "three" });
  first.sender.syncFromStorage();
  expect(first.outbox().map(([message]) => message)).toEqual(["one", "two", "three"]);
  first.sender.retryNow();
  await Promise.all([first.sender.resume(), second.sender.resume()]);
  for (const tab of [first, second]) tab.sender.syncFromStorage();
  expect([first.outbox(), second.outbox()]).toEqual([[], []]);
  expect(texts(server).toSorted()).toEqual(["one", "three", "two"]);
  if (expectedSends !== undefined) {
    expect(texts(server)).toEqual(["one", "two", "three"]);
    expect(sends).toBe(expectedSends);
  }
});

test("when storage is full, a message lives as long as its page", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const full = {
    ...createMemoryStorage(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const { sender, outbox, endPause } = openTab(server, full);
  void sender.send(1, { message: "Hello" });
  await flushPromises();
  expect(outbox()).toEqual([["Hello", "service"]]);
  sender.syncFromStorage();
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual(["Hello"]);
});

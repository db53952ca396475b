import { expect, test } from "vitest";
import { CallError, type Caller } from "#core/client.ts";
import { inbox } from "../contract.ts";
import { createInbox } from "./inboxModel.ts";
import { createScriptedServer, createShelf, onlyTab, type ScriptedServer } from "./testing/scriptedServer.ts";

const noLine = () => new CallError(0, "The service can't be reached.");
const settled = () => new Promise((resolve) => setTimeout(resolve));

let ids = 0;

/** A tab whose pauses end when the test says so. */
function openTab(
  server: ScriptedServer,
  shelf = createShelf(),
  given: Partial<Parameters<typeof createInbox>[0]> = {},
) {
  const pauses: { milliseconds: number; end: () => void }[] = [];
  const inbox = createInbox({
    ...onlyTab,
    call: server.call,
    shelf,
    newId: () => `client-${++ids}`,
    now: () => new Date("2026-03-01T16:00:00Z"),
    wait: (milliseconds) => new Promise((end) => void pauses.push({ milliseconds, end })),
    ...given,
  });
  const outbox = () => inbox.store.get().outbox.map(({ message, waiting, failure }) => [message, waiting ?? failure]);
  const endPause = async () => {
    pauses.shift()?.end();
    await settled();
  };
  return { ...inbox, shelf, pauses, outbox, endPause };
}

const texts = (server: ScriptedServer) => server.messages.map(({ message }) => message);

test("what is written without a line waits, and leaves in its order, once", async () => {
  const server = createScriptedServer();
  for (const chat of [1, 2]) server.addChat(chat);
  server.failing.set("inbox.send", [noLine()]);
  const { sending, outbox, endPause } = openTab(server);
  void sending.send(1, { message: "one" });
  await settled();
  expect(outbox()).toEqual([["one", "connection"]]);
  void sending.send(1, { message: "two" });
  void sending.send(2, { message: "elsewhere" });
  await settled();
  // The answer to the first was lost on its way: it did arrive.
  expect(texts(server)).toEqual(["one", "elsewhere"]);
  expect(outbox()).toEqual([
    ["one", "connection"],
    ["two", "connection"],
  ]);
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual(["one", "elsewhere", "two"]);
});

test("pauses grow, a wake ends one, and what the service asks for is kept to", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  const busy = new CallError(429, "Too many tries.", {}, 40);
  server.failing.set("inbox.send", [noLine(), noLine(), new CallError(503, "Not available"), busy]);
  const { sending, pauses, outbox, endPause } = openTab(server);
  void sending.send(1, { message: "Hello" });
  await settled();
  await endPause();
  await endPause();
  expect(outbox()).toEqual([["Hello", "service"]]);
  sending.wake();
  await settled();
  expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([4000, 40_000]);
  sending.wake();
  await settled();
  expect(outbox()).toEqual([["Hello", "service"]]);
  pauses.splice(0, 1);
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual(["Hello"]);
});

test.each([
  [404, "Not found"],
  [422, "This customer has opted out of text messages."],
  [403, "You do not belong to this location."],
])("a refusal (%s) stops a text with its reason, and what follows goes on", async (status, reason) => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(status, reason)]);
  const { sending, outbox, pauses } = openTab(server);
  await Promise.all([sending.send(1, { message: "refused" }), sending.send(1, { message: "taken" })]);
  expect(outbox()).toEqual([["refused", reason]]);
  expect(texts(server)).toEqual(["taken"]);
  expect(pauses).toEqual([]);
});

test("what the server breaks over again and again is left to the person", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set(
    "inbox.send",
    Array.from({ length: 7 }, () => new CallError(500, "Something went wrong on our side.")),
  );
  const { sending, outbox, endPause } = openTab(server);
  void sending.send(1, { message: "Hello" });
  await settled();
  for (let at = 0; at < 6; at += 1) await endPause();
  expect(outbox()).toEqual([["Hello", "Something went wrong on our side."]]);
});

test("after a reload it is sent by itself, and by nobody else who signs in there", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const { sending, shelf } = openTab(server);
  void sending.send(1, { message: "Hello" });
  await settled();
  const other = openTab(server, shelf, { owner: "1.8.1" });
  await other.sending.resume();
  expect(other.outbox()).toEqual([]);
  expect(texts(server)).toEqual([]);
  const reloaded = openTab(server, shelf);
  expect(reloaded.outbox()).toEqual([["Hello", "service"]]);
  await reloaded.sending.resume();
  expect(texts(server)).toEqual(["Hello"]);
  expect(openTab(server, shelf).outbox()).toEqual([]);
});

test("when the session ends while a text waits, it waits for its writer's next sign-in", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  let signedIn = true;
  server.failing.set("inbox.send", [noLine(), new CallError(401, "Please Login")]);
  const { sending, endPause, shelf } = openTab(server, createShelf(), { mayAct: () => signedIn });
  void sending.send(1, { message: "Hello" });
  await settled();
  server.messages.length = 0;
  await endPause();
  signedIn = false;
  sending.wake();
  await sending.resume();
  expect(texts(server)).toEqual([]);
  const again = openTab(server, shelf);
  await again.sending.resume();
  expect(texts(server)).toEqual(["Hello"]);
});

test("a text that waited too long asks its writer", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [noLine()]);
  const { sending, shelf } = openTab(server);
  void sending.send(1, { message: "See you in ten minutes" });
  await settled();
  server.messages.length = 0;
  const late = openTab(server, shelf, { now: () => new Date("2026-03-02T08:00:00Z") });
  await late.sending.resume();
  expect(texts(server)).toEqual([]);
  const [pending] = late.store.get().outbox;
  expect(pending?.failure).toContain("12 hours");
  if (pending) await late.sending.again(pending);
  expect(texts(server)).toEqual(["See you in ten minutes"]);
});

test("what is let go while it waits is not sent", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const { sending, store, endPause, outbox } = openTab(server);
  void sending.send(1, { message: "Oops" });
  await settled();
  const [pending] = store.get().outbox;
  if (pending) sending.discard(pending);
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual([]);
});

/** Web Locks, as the browser gives them to the tabs of one origin. */
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
  ["with locks, asked for once each", createLocks(), 3],
  ["without locks, the server takes each once", onlyTab.alone, undefined],
])("two tabs send the same queue: %s", async (_name, alone, asked) => {
  const server = createScriptedServer();
  server.addChat(1);
  let sends = 0;
  const counting: Caller = (call, given) => {
    if (call.path === inbox.send.path) sends += 1;
    return server.call(call, given);
  };
  const shelf = createShelf();
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const first = openTab({ ...server, call: counting }, shelf, { alone });
  void first.sending.send(1, { message: "one" });
  void first.sending.send(1, { message: "two" });
  await settled();
  sends = 0;
  const second = openTab({ ...server, call: counting }, shelf, { alone });
  void second.sending.send(1, { message: "three" });
  first.sending.look();
  expect(first.outbox().map(([message]) => message)).toEqual(["one", "two", "three"]);
  first.sending.wake();
  await Promise.all([first.sending.resume(), second.sending.resume()]);
  for (const tab of [first, second]) tab.sending.look();
  expect([first.outbox(), second.outbox()]).toEqual([[], []]);
  expect(texts(server).toSorted()).toEqual(["one", "three", "two"]);
  if (asked !== undefined) {
    expect(texts(server)).toEqual(["one", "two", "three"]);
    expect(sends).toBe(asked);
  }
});

test("where the browser keeps nothing, a text lives as long as its page", async () => {
  const server = createScriptedServer();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  const full = {
    ...createShelf(),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  const { sending, outbox, endPause } = openTab(server, full);
  void sending.send(1, { message: "Hello" });
  await settled();
  expect(outbox()).toEqual([["Hello", "service"]]);
  sending.look();
  await endPause();
  expect(outbox()).toEqual([]);
  expect(texts(server)).toEqual(["Hello"]);
});

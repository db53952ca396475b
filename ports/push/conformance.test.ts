import { createECDH, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startFakeBrowser } from "./fakeBrowser.ts";
import { fcmErrorResponse, startFakeFcm } from "./fakeFcm.ts";
import { createFcm, readFcmAccount } from "./fcm.ts";
import type { Push, PushMessage, PushTarget } from "./push.ts";
import { createPushRouter } from "./pushRouter.ts";
import { deriveVapidKeys } from "./vapidKeys.ts";
import { createWebPush } from "./webPush.ts";

const keys = deriveVapidKeys("a secret of tests, thirty-two characters");
const contact = "https://rooftop.test";

/** One adapter and a device, with access to what its push service received. */
interface PushHarness {
  readonly push: Push;
  readonly target: PushTarget;
  readonly next: ((response: ServerResponse) => void)[];
  /** The messages the service accepted, with topic and TTL. */
  received(): { data: unknown; topic: unknown; ttl: unknown }[];
  /** Responses that mean the device is no longer registered. */
  readonly unregisteredResponses: readonly ((response: ServerResponse) => void)[];
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end("because");

async function web(): Promise<PushHarness> {
  const browser = await startFakeBrowser();
  const network = { accepts: () => true, dispatcher: new Agent() };
  const push = createWebPush({ keys, contact, timeout: 500, network });
  return {
    push,
    target: browser.target,
    next: browser.nextResponses,
    goOffline: browser.close,
    received: () =>
      browser.received.map(({ data, headers }) => ({ data, topic: headers.topic, ttl: Number(headers.ttl) })),
    unregisteredResponses: [status(404), status(410)],
    async close() {
      await push.stop();
      await browser.close();
    },
  };
}

interface FcmMessage {
  readonly data: unknown;
  readonly android: { readonly collapse_key: string; readonly ttl: string };
}

const fcmError = "type.googleapis.com/google.firebase.fcm.v1.FcmError";

async function fcm(): Promise<PushHarness> {
  const fake = await startFakeFcm();
  const push = createFcm({ account: fake.account, apiUrl: fake.apiUrl, timeout: 500 });
  return {
    push,
    target: { kind: "fcm", token: `token:${"x".repeat(140)}` },
    next: fake.nextResponses,
    goOffline: fake.close,
    received: () =>
      fake.accepted.map(({ message }) => {
        const { data, android } = message as unknown as FcmMessage;
        return { data, topic: android.collapse_key, ttl: Number.parseInt(android.ttl, 10) };
      }),
    unregisteredResponses: [
      fcmErrorResponse(404, { "@type": fcmError, errorCode: "UNREGISTERED" }),
      fcmErrorResponse(403, { "@type": fcmError, errorCode: "SENDER_ID_MISMATCH" }),
      fcmErrorResponse(
        400,
        { "@type": fcmError, errorCode: "INVALID_ARGUMENT" },
        { fieldViolations: [{ field: "message.token" }] },
      ),
    ],
    async close() {
      await push.stop();
      await fake.close();
    },
  };
}

const data = { msgType: "2", title: "María López 🚗", body: "Is it still <b>there</b>?", target_id: "12" };
const message: PushMessage = { data, topic: "chat-12", ttl: 600 };

describe.each([
  ["web push", web],
  ["firebase", fcm],
])("%s", (_name, start) => {
  let harness: PushHarness;
  beforeEach(async () => {
    harness = await start();
  });
  afterEach(() => harness.close());
  const send = () => harness.push.send(harness.target, message);

  test("a message arrives once, unchanged, with its topic and TTL", async () => {
    expect(harness.push.accepts(harness.target)).toBe(true);
    expect(await send()).toEqual({ kind: "delivered" });
    expect(harness.received()).toEqual([{ data, topic: "chat-12", ttl: 600 }]);
  });

  test("a device that is no longer registered is reported as gone", async () => {
    harness.next.push(...harness.unregisteredResponses);
    for (const _ of harness.unregisteredResponses) expect(await send()).toEqual({ kind: "gone" });
    expect(harness.received()).toEqual([]);
  });

  test.each([429, 500, 503])("status %i is busy: worth retrying later", async (code) => {
    harness.next.push(status(code));
    expect(await send()).toEqual({ kind: "busy", why: expect.stringContaining(String(code)) });
    expect(await send()).toEqual({ kind: "delivered" });
  });

  test.each([302, 400, 413])("status %i is a refusal", async (code) => {
    harness.next.push(status(code));
    expect(await send()).toEqual({ kind: "refused", why: expect.stringContaining(String(code)) });
  });

  test("a service that never answers, or drops the connection, times out without a retry", async () => {
    harness.next.push(
      () => undefined,
      (response) => response.destroy(),
    );
    const began = performance.now();
    expect(await send()).toMatchObject({ kind: "busy" });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await send()).toMatchObject({ kind: "busy" });
    expect(harness.received()).toEqual([]);
  });

  test("an unreachable service is busy, and the reason never reveals the recipient", async () => {
    await harness.goOffline();
    const result = await send();
    expect(result).toMatchObject({ kind: "busy" });
    const { target } = harness;
    expect(JSON.stringify(result)).not.toContain(target.kind === "web" ? target.auth : target.token);
  });

  test("a device of the other kind is refused", async () => {
    const stranger: PushTarget =
      harness.target.kind === "web"
        ? { kind: "fcm", token: "x".repeat(140) }
        : { kind: "web", endpoint: "https://push.example.com/1", p256dh: keys.publicKey, auth: "x".repeat(22) };
    expect(harness.push.accepts(stranger)).toBe(false);
    expect(await harness.push.send(stranger, message)).toMatchObject({ kind: "refused" });
  });
});

describe("web push to browsers", () => {
  const browserKeys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const at = (endpoint: string, more = {}): PushTarget => ({ kind: "web", endpoint, ...browserKeys, ...more });

  test("is signed with the key browsers subscribe with, for their push service only, for less than a day", async () => {
    const browser = await startFakeBrowser();
    const push = createWebPush({ keys, contact, network: { accepts: () => true, dispatcher: new Agent() } });
    await push.send(browser.target, message);
    const { origin } = new URL(browser.target.endpoint);
    expect(browser.received[0]).toMatchObject({ key: push.vapidPublicKey, claims: { aud: origin, sub: contact } });
    const left = (browser.received[0]?.claims.exp ?? 0) - Date.now() / 1000;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(24 * 3600);
    await push.stop();
    await browser.close();
  });

  test("keys are derived from the secret: the same on every node, different for another secret", () => {
    expect(deriveVapidKeys("a secret of tests, thirty-two characters")).toEqual(keys);
    expect(deriveVapidKeys("another secret of tests, 32 characters!").publicKey).not.toBe(keys.publicKey);
    expect(Buffer.from(keys.publicKey, "base64url")).toHaveLength(65);
  });

  test.each([
    ["plain http", "http://push.example.com/1"],
    ["another port", "https://push.example.com:8443/1"],
    ["a login", "https://me:you@push.example.com/1"],
    ["this machine", "https://127.0.0.1/1"],
    ["this machine as an integer", "https://2130706433/1"],
    ["this machine in IPv6", "https://[::1]/1"],
    ["this machine as IPv4-mapped IPv6", "https://[::ffff:127.0.0.1]/1"],
    ["a private network", "https://192.168.1.10/1"],
    ["a cloud metadata address", "https://169.254.169.254/latest/meta-data"],
    ["a private network in IPv6", "https://[fd00::1]/1"],
    ["a local name", "https://localhost/1"],
    ["a file", "file:///etc/passwd"],
    ["no scheme", "push.example.com"],
  ])("%s is not a valid push address", async (_name, endpoint) => {
    const push = createWebPush({ keys, contact });
    expect(push.accepts(at(endpoint))).toBe(false);
    expect(await push.send(at(endpoint), message)).toMatchObject({ kind: "refused" });
    await push.stop();
  });

  test.each([
    ["a short point", { p256dh: "AAAA" }],
    ["a short secret", { auth: "AAAA" }],
    ["characters outside base64url", { auth: "<script>alert(1)</script>" }],
  ])("keys with %s are refused", async (_name, more) => {
    const push = createWebPush({ keys, contact });
    expect(push.accepts(at("https://push.example.com/1", more))).toBe(false);
    expect(push.accepts(at("https://push.example.com/1"))).toBe(true);
    await push.stop();
  });

  test("keys of the right length that are not a point on the curve are refused", async () => {
    const browser = await startFakeBrowser();
    const push = createWebPush({ keys, contact, network: { accepts: () => true, dispatcher: new Agent() } });
    const p256dh = Buffer.alloc(65, 7).toString("base64url");
    expect(await push.send({ ...browser.target, p256dh }, message)).toMatchObject({ kind: "refused" });
    await push.stop();
    await browser.close();
  });
});

describe("firebase accounts", () => {
  const account = { project_id: "p", client_email: "a@example.com", private_key: "a very secret key" };

  test("are read from JSON", async () => {
    expect(await readFcmAccount(JSON.stringify(account))).toMatchObject(account);
  });

  test.each([JSON.stringify({ ...account, project_id: undefined }), "/nowhere/account.json"])(
    "invalid ones are refused without revealing them: %#",
    async (account) => {
      await expect(readFcmAccount(account)).rejects.toThrow("FCM_SERVICE_ACCOUNT");
      await expect(readFcmAccount(account)).rejects.not.toThrow("a very secret key");
    },
  );
});

test("each device is reached through its own adapter", async () => {
  const [browsers, phones] = [await web(), await fcm()];
  const push = createPushRouter(browsers.push, [phones.push]);
  expect(push.vapidPublicKey).toBe(keys.publicKey);
  expect([push.reachesFirebase, createPushRouter(browsers.push).reachesFirebase]).toEqual([true, false]);
  for (const { target } of [browsers, phones]) expect(await push.send(target, message)).toEqual({ kind: "delivered" });
  expect([browsers.received().length, phones.received().length]).toEqual([1, 1]);
  expect(createPushRouter(browsers.push).accepts(phones.target)).toBe(false);
  await browsers.close();
  await phones.close();
});

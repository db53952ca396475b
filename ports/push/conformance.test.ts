import { createECDH, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startFakeBrowser } from "./fakeBrowser.ts";
import { fcmRefusal, startFakeFcm } from "./fakeFcm.ts";
import { createFcm, readFcmAccount } from "./fcm.ts";
import type { Push, PushMessage, PushTarget } from "./push.ts";
import { createPushes } from "./pushes.ts";
import { vapidKeysOf } from "./vapidKeys.ts";
import { createWebPush } from "./webPush.ts";

const keys = vapidKeysOf("a secret of tests, thirty-two characters");
const contact = "https://rooftop.test";

/** One adapter, a device, and a look at what its service took. */
interface Service {
  readonly push: Push;
  readonly target: PushTarget;
  readonly next: ((response: ServerResponse) => void)[];
  /** The data of what was taken, with its topic and how long it is kept. */
  taken(): { data: unknown; topic: unknown; ttl: unknown }[];
  /** Answers that mean: this device is reached here no more. */
  readonly gone: readonly ((response: ServerResponse) => void)[];
  leave(): Promise<void>;
  close(): Promise<void>;
}

const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end("because");

async function web(): Promise<Service> {
  const browser = await startFakeBrowser();
  const network = { accepts: () => true, dispatcher: new Agent() };
  const push = createWebPush({ keys, contact, timeout: 500, network });
  return {
    ...{ push, target: browser.target, next: browser.next, leave: browser.close },
    taken: () =>
      browser.received.map(({ data, headers }) => ({ data, topic: headers.topic, ttl: Number(headers.ttl) })),
    gone: [status(404), status(410)],
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

async function fcm(): Promise<Service> {
  const fake = await startFakeFcm();
  const push = createFcm({ account: fake.account, apiUrl: fake.apiUrl, timeout: 500 });
  return {
    push,
    target: { kind: "fcm", token: `token:${"x".repeat(140)}` },
    next: fake.next,
    leave: fake.close,
    taken: () =>
      fake.taken.map(({ message }) => {
        const { data, android } = message as unknown as FcmMessage;
        return { data, topic: android.collapse_key, ttl: Number.parseInt(android.ttl, 10) };
      }),
    gone: [
      fcmRefusal(404, { "@type": fcmError, errorCode: "UNREGISTERED" }),
      fcmRefusal(403, { "@type": fcmError, errorCode: "SENDER_ID_MISMATCH" }),
      fcmRefusal(
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
  let service: Service;
  beforeEach(async () => {
    service = await start();
  });
  afterEach(() => service.close());
  const send = () => service.push.send(service.target, message);

  test("a message arrives as it is, with its topic and its time, once", async () => {
    expect(service.push.accepts(service.target)).toBe(true);
    expect(await send()).toEqual({ kind: "delivered" });
    expect(service.taken()).toEqual([{ data, topic: "chat-12", ttl: 600 }]);
  });

  test("a device that is reached no more is said to be gone", async () => {
    service.next.push(...service.gone);
    for (const _ of service.gone) expect(await send()).toEqual({ kind: "gone" });
    expect(service.taken()).toEqual([]);
  });

  test.each([429, 500, 503])("an answer of %i may be better later", async (code) => {
    service.next.push(status(code));
    expect(await send()).toEqual({ kind: "busy", why: expect.stringContaining(String(code)) });
    expect(await send()).toEqual({ kind: "delivered" });
  });

  test.each([302, 400, 413])("an answer of %i is a refusal", async (code) => {
    service.next.push(status(code));
    expect(await send()).toEqual({ kind: "refused", why: expect.stringContaining(String(code)) });
  });

  test("a service that never answers, or breaks off, is given up in time, and tried once", async () => {
    service.next.push(
      () => undefined,
      (response) => response.destroy(),
    );
    const began = performance.now();
    expect(await send()).toMatchObject({ kind: "busy" });
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await send()).toMatchObject({ kind: "busy" });
    expect(service.taken()).toEqual([]);
  });

  test("a service that is away may be back later, and no reason tells whom the push was for", async () => {
    await service.leave();
    const result = await send();
    expect(result).toMatchObject({ kind: "busy" });
    const { target } = service;
    expect(JSON.stringify(result)).not.toContain(target.kind === "web" ? target.auth : target.token);
  });

  test("a device of the other kind is not taken", async () => {
    const stranger: PushTarget =
      service.target.kind === "web"
        ? { kind: "fcm", token: "x".repeat(140) }
        : { kind: "web", endpoint: "https://push.example.com/1", p256dh: keys.publicKey, auth: "x".repeat(22) };
    expect(service.push.accepts(stranger)).toBe(false);
    expect(await service.push.send(stranger, message)).toMatchObject({ kind: "refused" });
  });
});

describe("web push to browsers", () => {
  const browserKeys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  const at = (endpoint: string, more = {}): PushTarget => ({ kind: "web", endpoint, ...browserKeys, ...more });

  test("it is signed by the key that browsers are given, for their service alone, and for less than a day", async () => {
    const browser = await startFakeBrowser();
    const push = createWebPush({ keys, contact, network: { accepts: () => true, dispatcher: new Agent() } });
    await push.send(browser.target, message);
    const { origin } = new URL(browser.target.endpoint);
    expect(browser.received[0]).toMatchObject({ key: push.key, claims: { aud: origin, sub: contact } });
    const left = (browser.received[0]?.claims.exp ?? 0) - Date.now() / 1000;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(24 * 3600);
    await push.stop();
    await browser.close();
  });

  test("the keys follow from the secret: the same on every node, others for another secret", () => {
    expect(vapidKeysOf("a secret of tests, thirty-two characters")).toEqual(keys);
    expect(vapidKeysOf("another secret of tests, 32 characters!").publicKey).not.toBe(keys.publicKey);
    expect(Buffer.from(keys.publicKey, "base64url")).toHaveLength(65);
  });

  test.each([
    ["plain http", "http://push.example.com/1"],
    ["another port", "https://push.example.com:8443/1"],
    ["a login", "https://me:you@push.example.com/1"],
    ["this machine", "https://127.0.0.1/1"],
    ["this machine, written otherwise", "https://2130706433/1"],
    ["this machine in IPv6", "https://[::1]/1"],
    ["this machine, hidden in IPv6", "https://[::ffff:127.0.0.1]/1"],
    ["a private network", "https://192.168.1.10/1"],
    ["a cloud's own address", "https://169.254.169.254/latest/meta-data"],
    ["a private network in IPv6", "https://[fd00::1]/1"],
    ["a name of this network", "https://localhost/1"],
    ["a file", "file:///etc/passwd"],
    ["no address", "push.example.com"],
  ])("%s is no address for push", async (_what, endpoint) => {
    const push = createWebPush({ keys, contact });
    expect(push.accepts(at(endpoint))).toBe(false);
    expect(await push.send(at(endpoint), message)).toMatchObject({ kind: "refused" });
    await push.stop();
  });

  test.each([
    ["a short point", { p256dh: "AAAA" }],
    ["a short secret", { auth: "AAAA" }],
    ["signs of another alphabet", { auth: "<script>alert(1)</script>" }],
  ])("keys with %s are refused", async (_what, more) => {
    const push = createWebPush({ keys, contact });
    expect(push.accepts(at("https://push.example.com/1", more))).toBe(false);
    expect(push.accepts(at("https://push.example.com/1"))).toBe(true);
    await push.stop();
  });

  test("keys of the right length that are no point can't be encrypted for, and that is final", async () => {
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
    "that are none are refused without showing them: %#",
    async (given) => {
      await expect(readFcmAccount(given)).rejects.toThrow("FCM_SERVICE_ACCOUNT");
      await expect(readFcmAccount(given)).rejects.not.toThrow("a very secret key");
    },
  );
});

test("of several ways each device is reached by its own", async () => {
  const [browsers, phones] = [await web(), await fcm()];
  const push = createPushes(browsers.push, [phones.push]);
  expect(push.key).toBe(keys.publicKey);
  for (const { target } of [browsers, phones]) expect(await push.send(target, message)).toEqual({ kind: "delivered" });
  expect([browsers.taken().length, phones.taken().length]).toEqual([1, 1]);
  expect(createPushes(browsers.push).accepts(phones.target)).toBe(false);
  await browsers.close();
  await phones.close();
});

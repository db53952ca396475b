import { createECDH, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { launchOptionsFor } from "../playwright.config.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { newChat } from "./conversation.ts";

// The headless shell of Chromium shows no notifications.
test.use({ launchOptions: launchOptionsFor(process.env.FULL_CHROMIUM_PATH) });

/** Browsers' push services can't be reached here, so their response is faked; everything else is real. */
async function standInForPushService(page: Page) {
  const endpoint = `https://push.example.com/${randomBytes(8).toString("hex")}`;
  const p256dh = createECDH("prime256v1").generateKeys("base64url");
  const keys = { p256dh, auth: randomBytes(16).toString("base64url") };
  await page.addInitScript(
    ({ endpoint, keys }) => {
      let key: Uint8Array | undefined;
      const subscription = {
        endpoint,
        get options() {
          return { applicationServerKey: key?.buffer };
        },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          key = undefined;
          return true;
        },
      };
      PushManager.prototype.subscribe = async (given) => {
        key = given?.applicationServerKey as Uint8Array;
        return subscription as unknown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => (key ? (subscription as unknown as PushSubscription) : null);
    },
    { endpoint, keys },
  );
  return endpoint;
}

test("on the second visit the inbox offers notifications, and a pushed one leads to its chat", {
  tag: "@once",
}, async ({ page, context, app, signIn, request }) => {
  const { chat_id, customer } = await newChat(request, app);
  await context.grantPermissions(["notifications"]);
  const endpoint = await standInForPushService(page);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  const offer = page.getByRole("region", { name: "Notifications on this device" });
  // Chats come with the running app, not with the prerendered frame: only now has the first visit been counted.
  await expect(page.locator("[data-chat]").first()).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(offer).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await offer.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Notifications turned on for this device")).toBeVisible();
  await expect(offer).toHaveCount(0);
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  const headers = { authorization: `Bearer ${token}` };
  const registeredDevice = async () =>
    ((await (await request.get("/api/push/key", { headers })).json()) as DeviceResponse).data;
  expect(await registeredDevice()).toMatchObject({ kind: "web", endpoint });

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const data = { msgType: "2", title: `${customer.name} <b>`, body: "Is it there?", target_id: String(chat_id) };
  await devtools.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify({ ...data, url: `/inbox/all/${chat_id}`, location_id: "" }),
  });
  const shown = () =>
    worker.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: `${customer.name} <b>`, body: "Is it there?", tag: `chat-${chat_id}` }]);
  await worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, init: object) => Event;
    };
    globalThis.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  });
  await expect(page).toHaveURL(`/inbox/all/${chat_id}`);

  await page.goto("/settings/notifications");
  const device = page.getByRole("switch", { name: "Notify me of new texts on this device" });
  await expect(device).toBeChecked();
  await expectNoAxeViolationsInBothSchemes(page);
  await device.press("Space");
  await expect(page.getByText("Notifications turned off on this device")).toBeVisible();
  expect(await registeredDevice()).toMatchObject({ kind: "none", endpoint: "" });
});

interface DeviceResponse {
  data: { kind: string; endpoint: string };
}

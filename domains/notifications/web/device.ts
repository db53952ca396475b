import { createObservable } from "#core/observable.ts";
import { api } from "#core/web/call/api.ts";
import { workerUrl } from "#core/web/loading/trustedTypes.ts";
import { session } from "#core/web/session/session.ts";
import { notifications } from "../contract.ts";

/** This browser's push state: `denied` in its settings, `unable` without support. */
export type DeviceState = "unable" | "denied" | "off" | "on";

/** Cleared at sign-out, so that the next person decides again. */
const enabledKey = "push";

/** Whether this browser gets pushes; `denied` and `unable` can only be changed in its settings. */
export const deviceState = createObservable(readDeviceState);

function storeEnabled(on: boolean): void {
  if (on) localStorage.setItem(enabledKey, "on");
  else localStorage.removeItem(enabledKey);
  deviceState.notify();
}

function readDeviceState(): DeviceState {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unable";
  if (Notification.permission === "denied") return "denied";
  const on = Notification.permission === "granted" && localStorage.getItem(enabledKey) === "on";
  return on ? "on" : "off";
}

/** Registers the service worker that shows pushes; newer versions take over automatically. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(workerUrl("/service-worker.js"), { updateViaCache: "none" });
}

/** Asks for permission and registers this browser with the server. Returns false if it was denied. */
export async function turnOnDevice(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") {
    storeEnabled(false);
    return false;
  }
  const { key, firebase } = (await api(notifications.device)).data;
  const current = await ensureSubscription(key);
  await registerSubscription(current);
  keepToken(current, firebase);
  storeEnabled(true);
  return true;
}

export async function turnOffDevice(): Promise<void> {
  storeEnabled(false);
  session.keepPushToken(undefined);
  await api(notifications.removeDevice);
  await (await subscription())?.unsubscribe();
}

/**
 * Syncs the browser's subscription with the server: renews one that was lost or made with another key, and ends one that a
 * previous person left behind.
 */
export async function refreshDevice(): Promise<void> {
  await registerWorker();
  if (deviceState.get() !== "on") {
    await (await subscription())?.unsubscribe();
    return;
  }
  const { key, endpoint, firebase } = (await api(notifications.device)).data;
  const current = await ensureSubscription(key);
  if (current.endpoint !== endpoint) await registerSubscription(current);
  keepToken(current, firebase);
}

async function subscription(): Promise<PushSubscription | null> {
  return (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription() ?? null;
}

async function ensureSubscription(key: string): Promise<PushSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  const serverKey = bytesOf(key);
  if (existing && equalBytes(new Uint8Array(existing.options.applicationServerKey ?? new ArrayBuffer(0)), serverKey))
    return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey });
}

async function registerSubscription(current: PushSubscription): Promise<void> {
  await api(notifications.updateToken, { body: { fcm_token: JSON.stringify(current) } });
}

/** The token goes along with later calls where the server has Firebase set up. */
const keepToken = (current: PushSubscription, firebase: 0 | 1) =>
  session.keepPushToken(firebase === 1 ? JSON.stringify(current) : undefined);

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

const equalBytes = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

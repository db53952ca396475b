import { api } from "#core/web/api.ts";
import { notifications } from "../contract.ts";

/** Whether news are pushed to this browser: `denied`: its owner forbade it, `unable`: it can't. */
export type DeviceState = "unable" | "denied" | "off" | "on";

/**
 * Set where the signed-in person has turned it on. It goes with the sign-in, so that the next person at this browser is
 * asked anew, whatever the browser itself still allows.
 */
const turnedOnKey = "push";
const listeners = new Set<() => void>();

export function subscribeDevice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function turnedOn(on: boolean): void {
  if (on) localStorage.setItem(turnedOnKey, "on");
  else localStorage.removeItem(turnedOnKey);
  for (const listener of listeners) listener();
}

export function deviceState(): DeviceState {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unable";
  if (Notification.permission === "denied") return "denied";
  const on = Notification.permission === "granted" && localStorage.getItem(turnedOnKey) === "on";
  return on ? "on" : "off";
}

/** Registers the service worker, which shows what is pushed; a newer one takes over by itself. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
}

/** Asks the person to allow it, and has the server push here. Answers false when they would rather not. */
export async function turnOnDevice(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") {
    turnedOn(false);
    return false;
  }
  const { key } = (await api(notifications.device)).data;
  await tell(await subscribed(key));
  turnedOn(true);
  return true;
}

/** Pushes nothing here any more. */
export async function turnOffDevice(): Promise<void> {
  turnedOn(false);
  await api(notifications.removeDevice);
  await (await subscription())?.unsubscribe();
}

/**
 * Keeps what the browser and the server know of each other the same: a subscription that was lost, or made with another
 * key, is made anew; one that a former person left behind ends.
 */
export async function refreshDevice(): Promise<void> {
  await registerWorker();
  if (deviceState() !== "on") {
    await (await subscription())?.unsubscribe();
    return;
  }
  const { key, endpoint } = (await api(notifications.device)).data;
  const here = await subscribed(key);
  if (here.endpoint !== endpoint) await tell(here);
}

async function subscription(): Promise<PushSubscription | null> {
  return (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription() ?? null;
}

async function subscribed(key: string): Promise<PushSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const wanted = bytesOf(key);
  if (known && isSame(new Uint8Array(known.options.applicationServerKey ?? new ArrayBuffer(0)), wanted)) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
}

async function tell(here: PushSubscription): Promise<void> {
  await api(notifications.updateToken, { body: { fcm_token: JSON.stringify(here) } });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

import { Suspense, useEffect, useState } from "react";
import { useIsPrerendered } from "#core/web/loading/hydration.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { refreshDevice } from "./device.ts";
import { PushBanner } from "./PushBanner.tsx";

export { NotificationBell } from "./NotificationBell.tsx";
export { useNotificationClicks } from "./useNotificationClicks.ts";

const LazyDeviceSettings = lazyNamed(() => import("./DeviceSettings.tsx"), "DeviceSettings");

/** localStorage: `seen` after the first visit to the inbox, `dismissed` once the offer was declined. */
const storageKey = "push-line";

/**
 * Offers push above the inbox from the second visit on. A late banner would shift the layout, so the prerendered frame has
 * it too, hidden: `frame.js` shows it before the first paint.
 */
export function PushOffer() {
  const isPrerendered = useIsPrerendered();
  const [stored, setStored] = useState(() => localStorage.getItem(storageKey));
  useEffect(() => {
    if (localStorage.getItem(storageKey) === null) localStorage.setItem(storageKey, "seen");
  }, []);
  const dismiss = () => {
    localStorage.setItem(storageKey, "dismissed");
    setStored("dismissed");
  };
  return (isPrerendered || stored === "seen") && <PushBanner onDismiss={dismiss} isPrerendered={isPrerendered} />;
}

/** The push and sound switches of this browser. */
export function DeviceSettings() {
  return (
    <Suspense>
      <LazyDeviceSettings />
    </Suspense>
  );
}

/** Delayed, so that it does not compete with the first screen. */
const startDelayMs = 3000;

/** Keeps this browser's push subscription valid. */
export function useDevicePush(token: string | undefined): void {
  useEffect(() => {
    if (token === undefined || !("serviceWorker" in navigator)) return;
    const timer = setTimeout(() => void refreshDevice().catch(() => undefined), startDelayMs);
    return () => clearTimeout(timer);
  }, [token]);
}

import { useEffect } from "react";
import { refreshDevice } from "./device.ts";

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

import { Suspense, useEffect, useState } from "react";
import { part } from "#core/web/part.ts";
import { PushLine as Line } from "./PushLine.tsx";

export { NotificationBell } from "./NotificationBell.tsx";
export { useThisDevice } from "./useThisDevice.ts";

const Switches = part(() => import("./DeviceSettings.tsx"), "DeviceSettings");

/** Where this browser remembers that the inbox was seen before, and that its person doesn't want to be asked. */
const key = "push-line";

/**
 * Offers push over the inbox from the second visit on: nobody is asked for anything at first sight. It comes with the frame:
 * later it would push the inbox down.
 */
export function PushLine() {
  const [kept, setKept] = useState(() => localStorage.getItem(key));
  useEffect(() => {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, "seen");
  }, []);
  const dismiss = () => {
    localStorage.setItem(key, "dismissed");
    setKept("dismissed");
  };
  return kept === "seen" && <Line onDismiss={dismiss} />;
}

/** How this browser tells of news, for the settings. */
export function DeviceSettings() {
  return (
    <Suspense>
      <Switches />
    </Suspense>
  );
}

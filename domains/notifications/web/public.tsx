import { Suspense, useEffect, useState } from "react";
import { part } from "#core/web/part.ts";

export { NotificationBell } from "./NotificationBell.tsx";
export { useThisDevice } from "./useThisDevice.ts";

const Line = part(() => import("./PushLine.tsx"), "PushLine");
const Switches = part(() => import("./DeviceSettings.tsx"), "DeviceSettings");

/** Where this browser remembers that the inbox was seen before, and that its person doesn't want to be asked. */
const key = "push-line";

/** Offers push over the inbox from the second visit on: nobody is asked for anything at first sight. */
export function PushLine() {
  const [kept, setKept] = useState(() => localStorage.getItem(key));
  useEffect(() => {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, "seen");
  }, []);
  const dismiss = () => {
    localStorage.setItem(key, "dismissed");
    setKept("dismissed");
  };
  return <Suspense>{kept === "seen" && <Line onDismiss={dismiss} />}</Suspense>;
}

/** How this browser tells of news, for the settings. */
export function DeviceSettings() {
  return (
    <Suspense>
      <Switches />
    </Suspense>
  );
}

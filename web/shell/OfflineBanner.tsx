import { IconWifiOff } from "@tabler/icons-react";
import { useStore } from "#core/web/useStore.ts";
import classes from "./Shell.module.css";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shown above the page while the device is offline. */
export function OfflineBanner() {
  const isOnline = useStore(subscribe, () => navigator.onLine !== false);
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>
          <IconWifiOff size={16} aria-hidden /> You're offline. Texts you send now go out when you reconnect.
        </p>
      )}
    </div>
  );
}

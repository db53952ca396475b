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
          <IconWifiOff size={16} aria-hidden /> You are offline. What you see may be out of date; texts that you write
          are kept and sent when you are back.
        </p>
      )}
    </div>
  );
}

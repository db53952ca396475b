import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { setMuted, useMuted } from "#core/web/feedback/bell.ts";
import { useDevice } from "./useDevice.ts";

const hints = {
  unable: "This browser can't. On an iPhone or iPad, add Rooftop to the home screen first and open it there.",
  denied: "This browser was told not to. Allow notifications in its settings for this site, then come back.",
  off: "Also while Rooftop is closed. It ends when you sign out.",
  on: "Also while Rooftop is closed. It ends when you sign out.",
} as const;

/** The push and sound switches of this browser. */
export function DeviceSettings() {
  const { state, isBusy, setEnabled } = useDevice();
  const muted = useMuted();
  return (
    <>
      <Switch
        label="Tell me about new texts on this device"
        description={hints[state]}
        checked={state === "on"}
        disabled={state === "unable" || state === "denied" || isBusy}
        onChange={({ currentTarget }) => void setEnabled(currentTarget.checked)}
      />
      <Switch
        label="Ring a bell when a text comes in"
        description="While Rooftop is open in this browser."
        checked={!muted}
        onChange={({ currentTarget }) => setMuted(!currentTarget.checked)}
      />
    </>
  );
}

import "@mantine/core/styles/Switch.layer.css";
import { Switch } from "@mantine/core";
import { setMuted, useMuted } from "#core/web/feedback/bell.ts";
import { useDevice } from "./PushBanner.tsx";
import { deviceTexts } from "./texts.ts";

/** The push and sound switches of this browser. */
export function DeviceSettings() {
  const { state, isBusy, setEnabled } = useDevice();
  const muted = useMuted();
  return (
    <>
      <Switch
        label={deviceTexts.push}
        description={deviceTexts.about[state]}
        checked={state === "on"}
        disabled={state === "unable" || state === "denied" || isBusy}
        onChange={({ currentTarget }) => void setEnabled(currentTarget.checked)}
      />
      <Switch
        label={deviceTexts.sound}
        description={deviceTexts.soundAbout}
        checked={!muted}
        onChange={({ currentTarget }) => setMuted(!currentTarget.checked)}
      />
    </>
  );
}

import { Button, CloseButton } from "@mantine/core";
import { IconBellRinging } from "@tabler/icons-react";
import classes from "./PushBanner.module.css";
import { useDevice } from "./useDevice.ts";

/** A banner that offers push notifications for this device. */
export function PushBanner({ onDismiss }: { onDismiss: () => void }) {
  const { state, isBusy, setEnabled } = useDevice();
  if (state !== "off") return null;
  return (
    <section className={classes.line} aria-label="Notifications on this device">
      <IconBellRinging size={18} aria-hidden />
      <p>Get told about new texts, also while Rooftop is closed.</p>
      <Button size="compact-sm" variant="light" loading={isBusy} onClick={() => void setEnabled(true)}>
        Turn on
      </Button>
      <CloseButton size="sm" aria-label="Don't ask again" onClick={onDismiss} />
    </section>
  );
}

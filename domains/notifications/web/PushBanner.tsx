import { Button, CloseButton } from "@mantine/core";
import { IconBellRinging } from "@tabler/icons-react";
import classes from "./PushBanner.module.css";
import { deviceTexts } from "./texts.ts";
import { useDevice } from "./useDevice.ts";

/** A banner that offers push notifications for this device. */
export function PushBanner({ onDismiss }: { onDismiss: () => void }) {
  const { state, isBusy, setEnabled } = useDevice();
  if (state !== "off") return null;
  return (
    <section className={classes.line} aria-label={deviceTexts.title}>
      <IconBellRinging size={18} aria-hidden />
      <p>{deviceTexts.offer}</p>
      <Button size="compact-sm" variant="light" loading={isBusy} onClick={() => void setEnabled(true)}>
        {deviceTexts.turnOn}
      </Button>
      <CloseButton size="sm" aria-label={deviceTexts.dontAsk} onClick={onDismiss} />
    </section>
  );
}

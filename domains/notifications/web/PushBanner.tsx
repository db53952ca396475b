import { Button, CloseButton } from "@mantine/core";
import { IconBellRinging } from "@tabler/icons-react";
import classes from "./PushBanner.module.css";
import { deviceTexts } from "./texts.ts";
import { useDevice } from "./useDevice.ts";

interface Props {
  onDismiss: () => void;
  /** At build and until the frame is hydrated, it is there and hidden. */
  isPrerendered: boolean;
}

/** A banner that offers push notifications for this device. */
export function PushBanner({ onDismiss, isPrerendered }: Props) {
  const { state, isBusy, setEnabled } = useDevice();
  if (!isPrerendered && state !== "off") return null;
  return (
    <section className={classes.line} aria-label={deviceTexts.title} data-push-offer hidden={isPrerendered}>
      <IconBellRinging size={18} aria-hidden />
      <p>{deviceTexts.offer}</p>
      <Button size="compact-sm" variant="light" loading={isBusy} onClick={() => void setEnabled(true)}>
        {deviceTexts.turnOn}
      </Button>
      <CloseButton size="sm" aria-label={deviceTexts.dontAsk} onClick={onDismiss} />
    </section>
  );
}

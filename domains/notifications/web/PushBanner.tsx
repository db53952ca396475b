import { Button, CloseButton } from "@mantine/core";
import { IconBellRinging } from "@tabler/icons-react";
import { useState } from "react";
import { CallError } from "#core/client.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { useObservable } from "#core/web/useStore.ts";
import { type DeviceState, deviceState, turnOffDevice, turnOnDevice } from "./device.ts";
import classes from "./PushBanner.module.css";
import { deviceTexts } from "./texts.ts";

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

interface Device {
  readonly state: DeviceState;
  readonly isBusy: boolean;
  setEnabled(on: boolean): Promise<void>;
}

/** The push state of this browser. Call `setEnabled` in a click handler, because browsers only prompt then. */
export function useDevice(): Device {
  const state = useObservable(deviceState);
  const [isBusy, setIsBusy] = useState(false);
  const setEnabled = async (on: boolean) => {
    setIsBusy(true);
    try {
      if (!on) {
        await turnOffDevice();
        toast.success(deviceTexts.turnedOff);
      } else if (await turnOnDevice()) toast.success(deviceTexts.turnedOn);
      else toast.info(deviceTexts.blocked);
    } catch (failure) {
      toast.error(failure instanceof CallError ? failure.message : deviceTexts.failed);
    }
    setIsBusy(false);
  };
  return { state, isBusy, setEnabled };
}

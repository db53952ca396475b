import { useState } from "react";
import { CallError } from "#core/client.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { useObservable } from "#core/web/useStore.ts";
import { type DeviceState, deviceState, turnOffDevice, turnOnDevice } from "./device.ts";
import { deviceTexts } from "./texts.ts";

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

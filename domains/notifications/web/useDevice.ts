import { useState } from "react";
import { CallError } from "#core/client.ts";
import { toast } from "#core/web/toast.tsx";
import { useStore } from "#core/web/useStore.ts";
import { type DeviceState, deviceState, subscribeDevice, turnOffDevice, turnOnDevice } from "./device.ts";

interface Device {
  readonly state: DeviceState;
  readonly busy: boolean;
  turn(on: boolean): Promise<void>;
}

/** Whether news are pushed to this browser, and the switch for it. Must be turned by a click: browsers ask only then. */
export function useDevice(): Device {
  const state = useStore(subscribeDevice, deviceState);
  const [busy, setBusy] = useState(false);
  const turn = async (on: boolean) => {
    setBusy(true);
    try {
      if (!on) {
        await turnOffDevice();
        toast.success("This browser is no longer told about new texts");
      } else if (await turnOnDevice()) toast.success("This browser is now told about new texts");
      else toast.info("Your browser does not allow it. You can change that in its settings for this site.");
    } catch (failure) {
      toast.error(
        failure instanceof CallError
          ? failure.message
          : "This browser could not be registered. Please try again later.",
      );
    }
    setBusy(false);
  };
  return { state, busy, turn };
}

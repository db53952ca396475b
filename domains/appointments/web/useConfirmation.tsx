import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { reminders } from "../reminders/contract.ts";
import { bookingTexts as texts } from "./texts.ts";

/**
 * The checkbox by which a booking is confirmed by text. It begins as the location's owner wants it, and is off, with the
 * reason, for who can't be texted.
 */
export function useConfirmation(customer_id: number | null, opened: boolean) {
  const [choice, setChoice] = useState<boolean>();
  const body = customer_id === null ? {} : { customer_id };
  const { data } = useCall(reminders.confirmation, { body }, { enabled: opened });
  const reason = data?.reason ?? "";
  const isPossible = data !== undefined && reason === "";
  const isOn = isPossible && (choice ?? data.is_default === 1);
  return {
    isOn,
    /** The next booking begins with the default again. */
    reset: () => setChoice(undefined),
    field: (
      <Checkbox
        label={texts.confirm}
        description={reason === "" ? texts.confirmHint : texts.reasons[reason]}
        checked={isOn}
        disabled={!isPossible}
        onChange={({ currentTarget }) => setChoice(currentTarget.checked)}
      />
    ),
  };
}

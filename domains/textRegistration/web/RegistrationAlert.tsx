import { IconAlertCircle } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { textRegistration, textRegistrationEvents } from "../contract.ts";
import { waitsForOwner } from "../rules.ts";
import { registrationTexts as texts } from "./texts.ts";

/** Beside the registration's entry in the settings, while something is wanted from the owner. */
export function RegistrationAlert() {
  return useCan(textRegistration.overview) && <OwnersAlert />;
}

function OwnersAlert() {
  useFreshCalls([textRegistration.overview], textRegistrationEvents.changed);
  const { data } = useCall(textRegistration.overview);
  if (!data || !waitsForOwner(data)) return null;
  return (
    <IconAlertCircle
      size={15}
      stroke={2}
      color="var(--dot)"
      role="img"
      aria-label={texts.needsAction}
      style={{ flex: "none" }}
    />
  );
}

import { Text } from "@mantine/core";
import { IconClock, IconPhoneCall } from "@tabler/icons-react";
import { formatPhone } from "#core/phone.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import type { TrackingNumber } from "../contract.ts";
import { callSettingsTexts as texts } from "./texts.ts";

/** The number, or where it will be from. */
export function NumberCell({ number, area_code }: TrackingNumber) {
  if (number) return formatPhone(number);
  return (
    <Text span size="sm" c="dimmed">
      {texts.areaCode(area_code)}
    </Text>
  );
}

const tones = {
  requested: { tone: "amber", icon: IconClock },
  active: { tone: "green", icon: IconPhoneCall },
} as const;

export function TypeCell({ type }: TrackingNumber) {
  return <StatusWord {...tones[type]}>{texts.types[type]}</StatusWord>;
}

/** The phone that rings. */
export function ForwardCell({ forward_to, location_phone }: TrackingNumber) {
  if (forward_to) return formatPhone(forward_to);
  return (
    <Text span size="sm" c="dimmed">
      {texts.locationPhone(location_phone)}
    </Text>
  );
}

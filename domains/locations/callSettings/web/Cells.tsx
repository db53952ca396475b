import { Text } from "@mantine/core";
import { IconClock, IconPhoneCall, IconPhoneOff } from "@tabler/icons-react";
import { formatPhone } from "#core/phone.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
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
  parked: { tone: "gray", icon: IconPhoneOff },
  active: { tone: "green", icon: IconPhoneCall },
} as const;

export function TypeCell({ type, given_back_at }: TrackingNumber) {
  const { date } = useTime();
  const words = given_back_at === null ? texts.types[type] : texts.until(date(given_back_at));
  return <StatusWord {...tones[type]}>{words}</StatusWord>;
}

/** The phones that ring. */
export function ForwardCell({ forward_to, also_rings, location_phone }: TrackingNumber) {
  const first = forward_to || (also_rings.length > 0 ? location_phone : "");
  const phones = [first, ...also_rings].filter(Boolean).map(formatPhone);
  if (phones.length > 0) return phones.join(", ");
  return (
    <Text span size="sm" c="dimmed">
      {texts.locationPhone(location_phone)}
    </Text>
  );
}

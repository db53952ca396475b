import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import { formatPhone } from "#core/phone.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { LoggedText } from "../contract.ts";
import { textLogTexts as texts } from "./texts.ts";

const shownNumber = (number: string) => (number === "" ? "–" : formatPhone(number));

export function DateCell({ sent_at }: LoggedText) {
  return useTime().date(sent_at);
}

export function TimeCell({ sent_at }: LoggedText) {
  return useTime().time(sent_at);
}

interface PartyProps {
  number: string;
  /** Empty for the business's main number. */
  name: string;
}

function Party({ number, name }: PartyProps) {
  return (
    <>
      {shownNumber(number)}
      {name && (
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      )}
    </>
  );
}

export function FromCell({ from_number, type, customer_name }: LoggedText) {
  return <Party number={from_number} name={type === "received" ? customer_name : ""} />;
}

export function ToCell({ to_number, type, customer_name, source }: LoggedText) {
  const through = source === "" ? "" : texts.through(source);
  return <Party number={to_number} name={type === "received" ? through : customer_name} />;
}

/** What a text was; on a phone's card first the customer, whom the table names beside their number. */
export function TypeCell({ type, by, customer_name, from_number, to_number }: LoggedText) {
  const customer = customer_name || shownNumber(type === "received" ? from_number : to_number);
  return (
    <>
      <Text span inherit hiddenFrom="sm">
        {customer} ·{" "}
      </Text>
      {texts.types[type](by)}
    </>
  );
}

const tones = {
  queued: { tone: "gray", icon: IconClock },
  sending: { tone: "gray", icon: IconClock },
  sent: { tone: "gray", icon: IconCheck },
  delivered: { tone: "green", icon: IconCheck },
  received: { tone: "green", icon: IconCheck },
  failed: { tone: "red", icon: IconAlertTriangle },
  unknown: { tone: "amber", icon: IconAlertTriangle },
} as const;

export function StateCell({ state, error, segments }: LoggedText) {
  const title = error || (segments > 1 ? texts.segments(segments) : undefined);
  return (
    <StatusWord {...tones[state]} title={title}>
      {texts.states[state]}
    </StatusWord>
  );
}

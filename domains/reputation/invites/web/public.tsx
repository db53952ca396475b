import { Anchor, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { EmailText } from "#core/web/layout/EmailText.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { heldNumberText } from "#domains/locations/registration/rules.ts";
import { RegisterTexts } from "#domains/locations/registration/web/public.tsx";
import { type ReviewInvite, reviewInviteEvents, reviewInvites } from "../contract.ts";
import { leftOutTexts } from "../rules.ts";
import { inviteTexts as texts } from "./texts.ts";

/** Who was invited, with a link to a customer's page. */
export function NameCell({ customer_id, customer_name, contact }: ReviewInvite) {
  const name = customer_name || formatPhone(contact);
  if (customer_id === null) return name;
  return (
    <Anchor component={Link} to={`/customer/${customer_id}`} fz="inherit">
      {name}
    </Anchor>
  );
}

export function ContactCell({ channel, contact }: ReviewInvite) {
  return channel === "sms" ? formatPhone(contact) : <EmailText email={contact} />;
}

const tones = {
  waiting: { tone: "gray", icon: IconClock },
  sent: { tone: "gray", icon: IconCheck },
  delivered: { tone: "green", icon: IconCheck },
  failed: { tone: "red", icon: IconAlertTriangle },
  left_out: { tone: "amber", icon: IconAlertTriangle },
} as const;

const numberReasons: readonly string[] = [heldNumberText, leftOutTexts.not_registered];

/** When it left, or what keeps it. */
export function SentCell({ state, reason, sent_at, reminded_at }: ReviewInvite) {
  const time = useTime();
  const reminded = reminded_at === null ? undefined : texts.reminded(time.dateTime(reminded_at));
  return (
    <>
      <StatusWord {...tones[state]} title={reason || reminded}>
        {sent_at === null || state === "failed" ? texts.states[state] : time.dateTime(sent_at)}
        {reason && `: ${reason}`}
      </StatusWord>
      {numberReasons.includes(reason) && (
        <Text size="xs">
          <RegisterTexts />
        </Text>
      )}
    </>
  );
}

/** The site that they chose, or whether they saw the page. */
export function FollowedCell({ opened_at, followed_at, site }: ReviewInvite) {
  const time = useTime();
  if (followed_at !== null)
    return <span title={time.dateTime(followed_at)}>{`${site} · ${time.date(followed_at)}`}</span>;
  return opened_at === null ? texts.notOpened : <span title={time.dateTime(opened_at)}>{texts.opened}</span>;
}

/** The review's stars, or that there is one: not every site gives stars. */
export function ReviewCell({ reviewed_at, rating }: ReviewInvite) {
  if (reviewed_at === null) return "–";
  if (rating !== null) return <Stars rating={rating} />;
  return (
    <StatusWord tone="green" icon={IconCheck}>
      {texts.reviewed}
    </StatusWord>
  );
}

/** Keeps the table fresh: customers open and follow their links at any time. */
export function useFreshInvites(): void {
  useFreshCalls([reviewInvites.table], reviewInviteEvents.changed, { inBursts: true });
}

import { Button, Group, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { textRegistration } from "../contract.ts";
import { statusOf } from "../rules.ts";
import { headLooks } from "./StatusCard.tsx";
import { badgeTexts, registrationTexts as texts } from "./texts.ts";

export const registrationSettingsTexts = { title: texts.title, about: texts.settingsAbout } as const;

/** Where the registration stands, with the way to it. */
export function RegistrationLink() {
  const { data } = useCall(textRegistration.overview);
  if (!data) return <Skeleton h="2.25rem" maw="20rem" aria-hidden />;
  const { head } = statusOf(data.registrations, data.numbers);
  const { tone, badge } = headLooks[head];
  return (
    <Group gap="md">
      <StatusBadge tone={tone} icon={badge}>
        {badgeTexts[head]}
      </StatusBadge>
      <Button variant="default" component={Link} to="/settings/text-registration">
        {head === "not_started" ? texts.start : texts.open}
      </Button>
    </Group>
  );
}

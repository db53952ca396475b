import { ActionIcon, Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconCopy,
  IconHelpCircle,
} from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { StatusBadge, type StatusTone } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type DomainRecord, domainChecks } from "../contract.ts";
import classes from "./DomainRecords.module.css";
import { domainTexts as texts } from "./texts.ts";

/** Whether the sender's domain shows mailbox providers that its email is genuine, and what to publish. */
export function DomainRecords() {
  const time = useTime();
  const { data, error, refetch, isFetching } = useCall(domainChecks.check, {}, { staleTime: 60_000 });
  const again = (
    <Button variant="default" size="compact-md" loading={isFetching} onClick={() => void refetch()}>
      {texts.again}
    </Button>
  );
  if (!data && error) return <Alert title={error.message}>{again}</Alert>;
  if (!data) return <Skeleton h="9rem" role="status" aria-label={texts.loading} />;
  if (data.domain === "") return <Text size="sm">{texts.none}</Text>;
  return (
    <>
      <Text size="sm" c="dimmed">
        {texts.about(data.domain)}
      </Text>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {data.records.map((record) => (
          <li key={record.kind}>
            <Finding record={record} />
          </li>
        ))}
      </Stack>
      <Group gap="sm">
        {again}
        <Text size="sm" c="dimmed">
          {texts.checked(time.time(data.checked_at))}
        </Text>
      </Group>
    </>
  );
}

const looks: Readonly<Record<DomainRecord["state"], readonly [tone: StatusTone, icon: Icon]>> = {
  ok: ["green", IconCircleCheck],
  warning: ["amber", IconAlertTriangle],
  missing: ["red", IconCircleX],
  unknown: ["gray", IconHelpCircle],
};

function Finding({ record: { kind, state, text, publish } }: { record: DomainRecord }) {
  const { name, about } = texts.records[kind];
  const [tone, icon] = looks[state];
  return (
    <>
      <Group gap="0.375rem">
        <Text fw={600}>{name}</Text>
        <InfoTooltip about={name}>{about}</InfoTooltip>
        <StatusBadge tone={tone} icon={icon}>
          {texts.states[state]}
        </StatusBadge>
      </Group>
      <Text size="sm">{text}</Text>
      {publish && (
        <>
          <Text size="sm" mt="xs">
            {texts.publish}
          </Text>
          <CopiedText label={texts.copy(`the ${name} record's name`)} text={publish.name} />
          <CopiedText label={texts.copy(`the ${name} record's value`)} text={publish.value} />
        </>
      )}
    </>
  );
}

/** Words to paste elsewhere, with a button that copies them. */
function CopiedText({ label, text }: { label: string; text: string }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const CopyIcon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className={classes.record}>
      <code>{text}</code>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={clipboard.copied ? texts.copied : label}
        onClick={() => clipboard.copy(text)}
      >
        <CopyIcon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

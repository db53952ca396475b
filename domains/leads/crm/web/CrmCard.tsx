import { Anchor, Button, Group, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock, IconMinus } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type CrmMail, type CrmSettings, leadCrm } from "../contract.ts";
import classes from "./CrmCard.module.css";
import { crmTexts as texts } from "./texts.ts";

const kinds = ["leads", "missed_calls", "appointments"] as const;
/** Milliseconds between looks at what became of mails. */
const lookAgain = 5_000;

/** What a location sends to its CRM, and what became of it. */
export function CrmCard() {
  const { data, error, refetch } = useCall(leadCrm.settings, {}, { refetchInterval: lookAgain });
  return (
    <Section title={texts.title} actions={data && <TestButton settings={data} />}>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="8rem" role="status" aria-label={texts.loading} />}
      {data && <Settings settings={data} />}
    </Section>
  );
}

function TestButton({ settings: { crm_email, can_send } }: { settings: CrmSettings }) {
  const test = useSend(leadCrm.test, { invalidates: [leadCrm.settings] });
  if (crm_email === "" || can_send === 0) return null;
  return (
    <Can use={leadCrm.test}>
      <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate({})}>
        {texts.test}
      </Button>
    </Can>
  );
}

function Settings({ settings }: { settings: CrmSettings }) {
  const maySave = useCan(leadCrm.save);
  const save = useSend(leadCrm.save, { invalidates: [leadCrm.settings], quiet: "success" });
  const { crm_email, can_send, mails } = settings;
  // Shows what was pressed until the answer is here.
  const asked = { ...settings, ...save.variables?.body };
  const shown = save.isPending ? asked : settings;
  const change = (kind: (typeof kinds)[number], isOn: boolean) => {
    const { leads, missed_calls, appointments } = settings;
    save.mutate({ body: { leads, missed_calls, appointments, [kind]: isOn ? 1 : 0 } });
  };
  if (crm_email === "")
    return (
      <Text c="dimmed">
        {texts.noEmail}{" "}
        <Anchor component={Link} to="/settings/calls" inherit underline="always">
          {texts.toEmail}
        </Anchor>
      </Text>
    );
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {can_send === 1 ? texts.about(crm_email) : texts.noServer}{" "}
        <InfoTooltip about={texts.title}>{texts.info}</InfoTooltip>
      </Text>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={texts.kinds[kind]}
          checked={shown[kind] === 1}
          disabled={!maySave || save.isPending}
          onChange={({ currentTarget }) => change(kind, currentTarget.checked)}
        />
      ))}
      {mails.length > 0 && <Mails mails={mails} />}
    </Stack>
  );
}

const looks = {
  due: { tone: "amber", icon: IconClock },
  sending: { tone: "blue", icon: IconClock },
  sent: { tone: "green", icon: IconCheck },
  failed: { tone: "red", icon: IconAlertTriangle },
  skipped: { tone: "gray", icon: IconMinus },
} as const;

function Mails({ mails }: { mails: readonly CrmMail[] }) {
  const time = useTime();
  const retry = useSend(leadCrm.retry, { invalidates: [leadCrm.settings] });
  return (
    <div>
      <Text fw={500} mb="xs">
        {texts.mails}
      </Text>
      <ul className={classes.mails}>
        {mails.map(({ id, kind, state, problem, to_email, created_at }) => {
          const at = time.dateTime(created_at);
          return (
            <li key={id}>
              <span>{texts.mailKinds[kind]}</span>
              <span className={classes.soft}>{at}</span>
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <StatusBadge {...looks[state]}>{texts.states[state]}</StatusBadge>
                {state === "failed" && (
                  <Can use={leadCrm.retry}>
                    <Button
                      variant="subtle"
                      size="compact-sm"
                      aria-label={texts.tryAgainOf(texts.mailKinds[kind], at)}
                      onClick={() => retry.mutate({ params: { id } })}
                    >
                      {texts.tryAgain}
                    </Button>
                  </Can>
                )}
              </Group>
              {(problem || to_email) && <span className={classes.problem}>{problem || to_email}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

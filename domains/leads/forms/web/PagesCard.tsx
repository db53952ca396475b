import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { ProviderReturn } from "#core/web/layout/ProviderReturn.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type LeadPage, leadPageEvents, leadPages } from "../contract.ts";
import classes from "./PagesCard.module.css";
import { leadPageTexts as texts } from "./texts.ts";

/** The pages whose lead forms become leads of the location. */
export function PagesCard() {
  useFreshCalls([leadPages.list], leadPageEvents.changed, { inBursts: true });
  const { data, error, refetch } = useCall(leadPages.list);
  return (
    <Section title={texts.title} actions={<InfoTooltip about={texts.title}>{texts.info}</InfoTooltip>}>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="4rem" role="status" aria-label={texts.loading} />}
      {data?.provider === "none" && <Text c="dimmed">{texts.notSetUp}</Text>}
      {data && data.provider !== "none" && <Pages pages={data.pages} isPlayed={data.provider === "simulator"} />}
    </Section>
  );
}

function Pages({ pages, isPlayed }: { pages: readonly LeadPage[]; isPlayed: boolean }) {
  const connected = pages.filter(({ state }) => state !== "offered");
  const offered = pages.filter(({ state }) => state === "offered");
  const first = isPlayed ? texts.connectSimulated : texts.connect;
  return (
    <Stack gap="sm" align="stretch">
      {connected.length === 0 && <Text c="dimmed">{isPlayed ? texts.simulated : texts.about}</Text>}
      {connected.map((page) => (
        <ConnectedPage key={page.id} page={page} />
      ))}
      {offered.length > 0 && (
        <>
          <Text fw={600} size="sm">
            {texts.offered}
          </Text>
          {offered.map((page) => (
            <OfferedPage key={page.id} page={page} />
          ))}
        </>
      )}
      {offered.length === 0 && <ConnectButton label={connected.length > 0 ? texts.add : first} />}
    </Stack>
  );
}

function ConnectButton({ label }: { label: string }) {
  const begin = useSend(leadPages.begin, { onSuccess: ({ data }) => window.location.assign(data.url) });
  return (
    <Can use={leadPages.begin}>
      <Button
        variant="default"
        style={{ alignSelf: "start" }}
        loading={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate({})}
      >
        {label}
      </Button>
    </Can>
  );
}

const looks = {
  ok: ["green", IconCircleCheck],
  failing: ["amber", IconAlertTriangle],
  needs_access: ["red", IconPlugConnectedX],
} as const;

function ConnectedPage({ page: { id, title, state, problem, connected_at } }: { page: LeadPage }) {
  const time = useTime();
  const end = useSend(leadPages.disconnect, { invalidates: [leadPages.list] });
  const ask = async () => {
    if (await confirm(texts.question(title))) end.mutate({ params: { id } });
  };
  const [tone, icon] = looks[state === "offered" ? "ok" : state];
  return (
    <div className={classes.page}>
      <div className={classes.words}>
        <Text fw={600} className={classes.title} title={title}>
          {title}
        </Text>
        <Group gap="xs">
          <StatusWord tone={tone} icon={icon}>
            {texts.states[state]}
          </StatusWord>
          {connected_at && state === "ok" && (
            <Text size="sm" c="dimmed">
              {texts.since(time.date(connected_at))}
            </Text>
          )}
        </Group>
        {problem !== "" && <Text size="sm">{problem}</Text>}
      </div>
      <Group gap="xs">
        {state === "needs_access" && <ConnectButton label={texts.again} />}
        <Can use={leadPages.disconnect}>
          <Button
            variant="default"
            loading={end.isPending}
            aria-label={texts.disconnectOf(title)}
            onClick={() => void ask()}
          >
            {texts.disconnect}
          </Button>
        </Can>
      </Group>
    </div>
  );
}

function OfferedPage({ page: { id, title } }: { page: LeadPage }) {
  const connect = useSend(leadPages.connect, { invalidates: [leadPages.list] });
  return (
    <div className={classes.page}>
      <Text className={classes.title} title={title}>
        {title}
      </Text>
      <Can use={leadPages.connect}>
        <Button
          variant="default"
          loading={connect.isPending}
          aria-label={texts.useOf(title)}
          onClick={() => connect.mutate({ params: { id } })}
        >
          {texts.use}
        </Button>
      </Can>
    </div>
  );
}

const settings = "/settings/leads";

/** Where the provider sends managers back to, who then see their pages. */
export function PagesConnectedScreen() {
  return (
    <ProviderReturn
      texts={texts.returned}
      finish={leadPages.finish}
      invalidates={[leadPages.list]}
      path="/settings/leads/connected"
      next={() => settings}
      back={settings}
    />
  );
}

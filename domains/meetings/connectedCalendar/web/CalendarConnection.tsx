import { Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconPlugConnectedX } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { meetings } from "#domains/meetings/contract.ts";
import { type ConnectedCalendar, connectedCalendar, connectedCalendarEvents } from "../contract.ts";
import classes from "./CalendarConnection.module.css";
import { connectedCalendarTexts as texts } from "./texts.ts";

interface Props {
  provider: "google" | "simulator";
  calendar: ConnectedCalendar | null;
}

/** The caller's own calendar at Google: how it is connected, or how it could be. */
export function CalendarConnection({ provider, calendar }: Props) {
  const begin = useSend(connectedCalendar.begin, { onSuccess: ({ data }) => window.location.assign(data.url) });
  const end = useSend(connectedCalendar.disconnect, { invalidates: [connectedCalendar.get, meetings.list] });
  const connect = {
    style: { alignSelf: "start" },
    loading: begin.isPending || begin.isSuccess,
    onClick: () => begin.mutate({}),
  };
  const disconnect = async () => {
    const question = { title: texts.disconnectTitle, text: texts.disconnectText, action: texts.disconnect };
    if (await confirm(question)) end.mutate({});
  };
  const isPlayed = provider === "simulator";
  return (
    <Stack gap="xs">
      <Text>{texts.about}</Text>
      {isPlayed && (
        <Text size="sm" c="dimmed">
          {texts.simulatedAbout}
        </Text>
      )}
      {!calendar && (
        <Button variant="default" {...connect}>
          {isPlayed ? texts.simulated : texts.connect}
        </Button>
      )}
      {calendar && (
        <>
          <State {...calendar} />
          <LeftOut {...calendar} />
          <Group gap="xs">
            {calendar.state === "needs_access" && <Button {...connect}>{texts.reconnect}</Button>}
            <Button variant="default" loading={end.isPending} onClick={disconnect}>
              {texts.disconnect}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function State({ state, account, problem, read_at }: ConnectedCalendar) {
  const time = useTime();
  if (state === "needs_access")
    return (
      <StatusWord tone="red" icon={IconPlugConnectedX}>
        {texts.ended}
      </StatusWord>
    );
  const isFine = state === "ok";
  return (
    <>
      <div className={classes.state}>
        <StatusWord tone={isFine ? "green" : "amber"} icon={isFine ? IconCircleCheck : IconAlertTriangle}>
          {isFine ? texts.connected(account) : texts.failing(account)}
        </StatusWord>
      </div>
      {problem !== "" && <Text size="sm">{problem}</Text>}
      <Text size="sm" c="dimmed">
        {read_at === null
          ? texts.firstRead
          : texts.asOf(isToday(read_at) ? time.time(read_at) : time.dateTime(read_at))}
      </Text>
    </>
  );
}

const isToday = (instant: string) => Date.now() - new Date(instant).getTime() < 12 * 3_600_000;

/** What isn't in the calendar although it would be. */
function LeftOut({ deleted, refused }: ConnectedCalendar) {
  return (
    <>
      {deleted > 0 && <Text size="sm">{texts.deleted(deleted)}</Text>}
      {refused > 0 && <Text size="sm">{texts.refused(refused)}</Text>}
    </>
  );
}

/** It is looked at rarely and not for long, and has to be true then. */
const pollIntervalMs = 5_000;

/** The caller's connected calendar as it is now; undefined until that is known. */
export function useConnectedCalendar(enabled: boolean) {
  useFreshCalls([connectedCalendar.get], connectedCalendarEvents.changed, { inBursts: true });
  return useCall(connectedCalendar.get, {}, { enabled, refetchInterval: pollIntervalMs }).data;
}

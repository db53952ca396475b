import { Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { calendarFeed } from "../contract.ts";
import { feedTexts as texts } from "./texts.ts";

const refreshes = [calendarFeed.get];

/** Makes, replaces and ends the address from which calendar programs read one's meetings. It is shown once. */
export function CalendarFeedDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const time = useTime();
  const { data } = useCall(calendarFeed.get, {}, { enabled: opened });
  const renew = useSend(calendarFeed.renew, { invalidates: refreshes, quiet: "success" });
  const stop = useSend(calendarFeed.stop, { invalidates: refreshes, onSuccess: onClose });
  const { reset } = renew;
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  const url = renew.data?.data.url;
  const since = data?.created_at;
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title}>
      <Text>{texts.about}</Text>
      {url ? (
        <TextInput
          mt="md"
          readOnly
          label={texts.address}
          description={texts.once}
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      ) : (
        data && (
          <Text mt="md" size="sm">
            {since
              ? `${texts.since(time.date(since))} ${data.read_at ? texts.read(time.ago(data.read_at)) : texts.unread}`
              : texts.none}
          </Text>
        )
      )}
      <Group justify="flex-end" mt="xl">
        {since && !url && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate({})}>
            {texts.stop}
          </Button>
        )}
        {url ? (
          <Button onClick={onClose}>{texts.done}</Button>
        ) : (
          <Button loading={renew.isPending} disabled={!data} onClick={() => renew.mutate({})}>
            {since ? texts.renew : texts.make}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

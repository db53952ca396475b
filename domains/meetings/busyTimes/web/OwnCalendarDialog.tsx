import "@mantine/core/styles/Divider.layer.css";
import { Button, Divider, Modal, Text, TextInput } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useTime } from "#core/web/time/useTime.ts";
import {
  CalendarConnection,
  useConnectedCalendar,
} from "#domains/meetings/connectedCalendar/web/CalendarConnection.tsx";
import { connectedCalendarTexts } from "#domains/meetings/connectedCalendar/web/texts.ts";
import { calendarSource } from "../contract.ts";
import { ownCalendarTexts as texts } from "./texts.ts";

const refreshes = [calendarSource.get];

/** Connects the calendar that colleagues see the busy times of, and disconnects it. */
export function OwnCalendarDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const time = useTime();
  const { data } = useCall(calendarSource.get, {}, { enabled: opened });
  const set = useCallForm(calendarSource.set, {
    initialValues: { url: "" },
    invalidates: refreshes,
    onSuccess: onClose,
  });
  const remove = useSend(calendarSource.remove, { invalidates: refreshes, onSuccess: onClose });
  useFilledForm(set.form, opened, { url: "" });
  const own = useConnectedCalendar(opened);
  const connection = own && own.provider !== "none" && (
    <CalendarConnection provider={own.provider} calendar={own.calendar} />
  );
  const isSet = data?.is_set === 1;
  const state = data?.read_at ? texts.connected(time.ago(data.read_at)) : texts.waiting;
  // A connected calendar says when its owner is busy: no address is read beside it.
  if (own?.calendar)
    return (
      <Modal opened={opened} onClose={onClose} title={texts.title}>
        {connection}
      </Modal>
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      action={isSet ? texts.replace : texts.connect}
      form={set}
    >
      {connection}
      {connection && <Divider label={connectedCalendarTexts.or} labelPosition="left" />}
      <Text>{texts.about}</Text>
      {isSet && <Text size="sm">{data.problem || state}</Text>}
      <TextInput
        type="url"
        label={texts.address}
        placeholder={texts.placeholder}
        autoComplete="off"
        withAsterisk
        data-autofocus
        {...set.form.getInputProps("url")}
      />
      {isSet && (
        <Button
          variant="default"
          style={{ alignSelf: "start" }}
          loading={remove.isPending}
          onClick={() => remove.mutate({})}
        >
          {texts.stop}
        </Button>
      )}
    </FormDialog>
  );
}

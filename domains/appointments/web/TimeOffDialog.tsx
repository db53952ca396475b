import { ActionIcon, Alert, Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { appointmentCalendar } from "../calendar/contract.ts";
import { type TimeOff, timeOff } from "../timeOff/contract.ts";
import { canChangeTimeOff, spanText } from "../timeOff/rules.ts";
import classes from "./TimeOff.module.css";
import { TimeOffFormDialog } from "./TimeOffFormDialog.tsx";
import { timeOffTexts as texts } from "./timeOffTexts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Who of the team is off and when; everybody plans their own, managers everybody's. */
export function TimeOffDialog({ opened, onClose }: Props) {
  const zone = useTimeZone() ?? "UTC";
  const role = useSession()?.user_type ?? "agent";
  const user_id = useProfile().data?.id ?? 0;
  const { data, error } = useCall(timeOff.list, {}, { enabled: opened });
  const [isForm, setForm] = useState(false);
  // Stays set while the form closes, so that its content doesn't change.
  const [edited, setEdited] = useState<TimeOff>();
  const remove = useSend(timeOff.remove, { invalidates: [timeOff.list, appointmentCalendar.view] });
  const open = (entry?: TimeOff) => {
    setEdited(entry);
    setForm(true);
  };
  const askToRemove = async ({ id, name, starts_at, ends_at }: TimeOff) => {
    const text = texts.removeText(name, spanText(starts_at, ends_at, zone));
    const question = { title: texts.removeTitle, text, action: texts.remove, danger: true };
    if (await confirm(question)) remove.mutate({ params: { id } });
  };
  return (
    <>
      <Modal opened={opened && !isForm} onClose={onClose} title={texts.title}>
        {error && !data && <Alert color="red" role="alert" title={texts.failed} />}
        {!data && !error && <Skeleton h="8rem" aria-hidden />}
        {data?.length === 0 && <Text c="dimmed">{texts.none}</Text>}
        <ul className={classes.entries}>
          {data?.map((entry) => {
            const span = spanText(entry.starts_at, entry.ends_at, zone);
            return (
              <li key={entry.id} className={classes.entry}>
                <span className={classes.what}>
                  <b>{entry.name}</b>
                  <span>{span}</span>
                  {entry.reason && <span className={classes.reason}>{entry.reason}</span>}
                </span>
                {canChangeTimeOff({ user_id, role }, entry.user_id) && (
                  <Can use={timeOff.update}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={texts.editEntry(entry.name, span)}
                      onClick={() => open(entry)}
                    >
                      <IconPencil size={16} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={texts.removeEntry(entry.name, span)}
                      onClick={() => askToRemove(entry)}
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </Can>
                )}
              </li>
            );
          })}
        </ul>
        <Can use={timeOff.add}>
          <Group justify="flex-end" mt="lg">
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open()}>
              {texts.add}
            </Button>
          </Group>
        </Can>
      </Modal>
      <TimeOffFormDialog
        opened={opened && isForm}
        onClose={() => setForm(false)}
        edited={edited}
        own={user_id}
        canChooseAnybody={role !== "agent"}
        zone={zone}
      />
    </>
  );
}

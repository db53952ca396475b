import { ActionIcon, Alert, Button, Group, Modal, NativeSelect, Skeleton, Text, TextInput } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import * as z from "zod/mini";
import type { CallError } from "#core/client.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useTime, useTimeZone } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { appointmentCalendar } from "../../calendar/contract.ts";
import { localAfter, localOf } from "../../calendar/rules.ts";
import type { Appointment } from "../../contract.ts";
import { AppointmentsInTimeOff, type TimeOff, timeOff } from "../../timeOff/contract.ts";
import { canChangeTimeOff, spanText } from "../../timeOff/rules.ts";
import { MoveDialog } from "../MoveDialog.tsx";
import classes from "./TimeOffDialog.module.css";
import { timeOffTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Who of the team is off and when; everyone plans their own, managers everyone's. */
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

interface TimeOffFormDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The entry to change; undefined adds one. */
  edited: TimeOff | undefined;
  /** The caller's id. */
  own: number;
  canChooseAnybody: boolean;
  zone: string;
}

/** All of tomorrow, or what the entry has. */
function spanOf(edited: TimeOff | undefined, zone: string, now: Date) {
  if (edited) {
    const { starts_at, ends_at, reason } = edited;
    return { starts: localOf(starts_at, zone), ends: localOf(ends_at, zone), reason };
  }
  const tomorrow = localAfter(`${localOf(now, zone).slice(0, 10)}T00:00`, 24 * 60);
  return { starts: tomorrow, ends: localAfter(tomorrow, 24 * 60), reason: "" };
}

/** Adds or changes time off. Appointments that are in the way are listed, each with the way to move it. */
function TimeOffFormDialog({ opened, onClose, edited, own, canChooseAnybody, zone }: TimeOffFormDialogProps) {
  const { data: people } = useCall(team.chat, {}, { enabled: opened && canChooseAnybody });
  const [failure, setFailure] = useState<CallError>();
  const [moved, setMoved] = useState<readonly number[]>([]);
  const [isMoving, setMoving] = useState(false);
  // Stays set while its dialog closes, so that its content doesn't change.
  const [moving, setAppointment] = useState<Appointment>();
  const move = (appointment: Appointment) => {
    setAppointment(appointment);
    setMoving(true);
  };
  const options = {
    invalidates: [timeOff.list, appointmentCalendar.view],
    onSuccess: onClose,
    onFailure: (refused: CallError) => {
      setFailure(refused);
      setMoved([]);
    },
  };
  const initial = { starts: "", ends: "", reason: "" };
  const add = useCallForm(timeOff.add, { initialValues: { user_id: "", ...initial }, ...options });
  const update = useCallForm(timeOff.update, { initialValues: initial, params: { id: edited?.id ?? 0 }, ...options });
  const active = edited ? update : add;

  const onOpen = () => setFailure(undefined);
  useFilledForm(update.form, opened, (openedAt) => spanOf(edited, zone, openedAt), { onOpen });
  useFilledForm(add.form, opened, (openedAt) => ({ ...spanOf(edited, zone, openedAt), user_id: String(own) }));

  const inputProps = (field: "starts" | "ends" | "reason") =>
    edited ? update.form.getInputProps(field) : add.form.getInputProps(field);
  const members = (people?.teamMembers ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const { fields } = texts;
  const form = (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={edited ? texts.edit : texts.add}
      action={edited ? texts.save : texts.add}
      form={active}
    >
      {!edited && canChooseAnybody && (
        <NativeSelect label={fields.person} data={members} {...add.form.getInputProps("user_id")} />
      )}
      <TextInput type="datetime-local" label={fields.starts} withAsterisk data-autofocus {...inputProps("starts")} />
      <TextInput type="datetime-local" label={fields.ends} withAsterisk {...inputProps("ends")} />
      <TextInput label={fields.reason} description={texts.reasonHint} maxLength={100} {...inputProps("reason")} />
      {failure && <AppointmentsToMove failure={failure} moved={moved} onMove={move} />}
    </FormDialog>
  );
  return (
    <>
      {form}
      {moving && (
        <MoveDialog
          opened={opened && isMoving}
          onClose={() => setMoving(false)}
          onMoved={() => setMoved((ids) => [...ids, moving.id])}
          appointment={moving}
          zone={zone}
        />
      )}
    </>
  );
}

interface AppointmentsToMoveProps {
  failure: CallError;
  /** Those that were moved since. */
  moved: readonly number[];
  onMove: (appointment: Appointment) => void;
}

/** Why someone can't be off: their appointments then. One that was moved leaves the list. */
function AppointmentsToMove({ failure, moved, onMove }: AppointmentsToMoveProps) {
  const time = useTime();
  const refusal = z.safeParse(AppointmentsInTimeOff, failure.data);
  if (!refusal.success) return null;
  const { appointments } = refusal.data;
  const left = appointments.filter(({ id }) => !moved.includes(id));
  const areMoved = appointments.length > 0 && left.length === 0;
  return (
    <Alert role="alert" color={areMoved ? "green" : "yellow"}>
      {areMoved ? texts.allMoved : failure.message}
      <ul className={classes.entries}>
        {left.map((one) => (
          <li key={one.id} className={classes.entry}>
            <span className={classes.what}>
              <b>{one.title}</b>
              <span>{one.customer_name}</span>
              <span>{time.dateTime(one.datetime)}</span>
            </span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.move(one.title, one.customer_name)}
              onClick={() => onMove(one)}
            >
              {texts.moveButton}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

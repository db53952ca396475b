import { NativeSelect, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { CallError } from "#core/client.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { team } from "#domains/team/contract.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { localAfter, localOf } from "../calendar/rules.ts";
import type { Appointment } from "../contract.ts";
import { type TimeOff, timeOff } from "../timeOff/contract.ts";
import { AppointmentsToMove } from "./AppointmentsToMove.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { timeOffTexts as texts } from "./timeOffTexts.ts";

interface Props {
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
function spanOf(edited: TimeOff | undefined, zone: string) {
  if (edited) {
    const { starts_at, ends_at, reason } = edited;
    return { starts: localOf(starts_at, zone), ends: localOf(ends_at, zone), reason };
  }
  const tomorrow = localAfter(`${localOf(new Date(), zone).slice(0, 10)}T00:00`, 24 * 60);
  return { starts: tomorrow, ends: localAfter(tomorrow, 24 * 60), reason: "" };
}

/** Adds or changes time off. Appointments that are in the way are listed, each with the way to move it. */
export function TimeOffFormDialog({ opened, onClose, edited, own, canChooseAnybody, zone }: Props) {
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

  const { setValues: setAdded, clearErrors: clearAdded } = add.form;
  const { setValues: setUpdated, clearErrors: clearUpdated } = update.form;
  useEffect(() => {
    if (!opened) return;
    const span = spanOf(edited, zone);
    setUpdated(span);
    setAdded({ ...span, user_id: String(own) });
    clearAdded();
    clearUpdated();
    setFailure(undefined);
  }, [opened, edited, own, zone, setAdded, setUpdated, clearAdded, clearUpdated]);

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

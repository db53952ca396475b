import { useMemo } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { type Appointment, appointments } from "../contract.ts";
import { customTimeOf, nextHour } from "../rules.ts";
import { AppointmentFields } from "./AppointmentFields.tsx";
import { HostFields } from "./HostFields.tsx";
import { appointmentTexts as texts } from "./texts.ts";
import { unconfirmed, useTimeForm, withoutHiddenDay } from "./useTimeForm.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  appointment: Appointment;
}

function valuesOf(appointment: Appointment, zone: string) {
  const { title, type, customer_id, notes, version, datetime, duration, host_id, place } = appointment;
  const time = customTimeOf(new Date(datetime), zone);
  return {
    title,
    type: String(type),
    customer_id: customer_id as number | null,
    timeType: "keep" as "keep" | "now" | "custom",
    // A minute that can't be chosen gives way to the next full hour.
    ...(Number(time.customTimeMinutes) % 15 === 0 ? time : nextHour(new Date(datetime), zone)),
    duration: String(duration),
    host_id: String(host_id ?? ""),
    place,
    notes,
    version,
    ...unconfirmed,
  };
}

/** Changes an appointment, or moves it to another time. */
export function EditAppointmentDialog({ opened, onClose, appointment }: Props) {
  const time = useTime();
  const zone = time.zone ?? "UTC";
  const stored = useMemo(() => valuesOf(appointment, zone), [appointment, zone]);
  const edit = useTimeForm(appointments.edit, {
    initialValues: stored,
    toBody: withoutHiddenDay,
    params: { id: appointment.id },
    invalidates: [appointments.table, appointments.counts, appointmentCalendar.view],
    onSuccess: onClose,
  });

  // A colleague's change meanwhile is refused, not saved over: it has another version.
  useFilledForm(edit.form, opened, stored, { follows: false });

  const times = [
    { value: "keep", label: time.dateTime(appointment.datetime) },
    { value: "custom", label: "Another time" },
    { value: "now", label: "Now" },
  ] as const;
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.edit} action="Save" form={edit}>
      <AppointmentFields form={edit.form} times={times} />
      <HostFields form={edit.form} former={appointment} />
    </FormDialog>
  );
}

import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { type Appointment, appointments } from "../contract.ts";
import { RemindersOfAppointment, useReminders } from "../reminders/web/RemindersOfAppointment.tsx";
import { reminderTexts } from "../reminders/web/texts.ts";
import { lengthText, statusNames, typeNames } from "../rules.ts";
import classes from "./AppointmentDetails.module.css";
import { CustomerCell } from "./Cells.tsx";
import { appointmentTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  appointment: Appointment;
  onEdit: (appointment: Appointment) => void;
  onMove: (appointment: Appointment) => void;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** Everything about an appointment, with its whole notes. */
export function AppointmentDetails({ opened, onClose, appointment, onEdit, onMove, children }: Props) {
  const time = useTime();
  const { columns } = texts;
  const reminded = useReminders(appointment.id, opened);
  const facts = [
    [columns.customer, <CustomerCell key="customer" {...appointment} />],
    [columns.datetime, time.dateTime(appointment.datetime)],
    [texts.length, lengthText(appointment.duration)],
    [texts.host, appointment.host_name || texts.noHost],
    ...(appointment.place ? [[texts.place, appointment.place] as const] : []),
    [columns.type, typeNames[appointment.type]],
    [columns.status, statusNames[appointment.status]],
    ...(appointment.confirmed_at ? [[texts.confirmed, time.dateTime(appointment.confirmed_at)] as const] : []),
    ...(appointment.change_asked_at ? [[texts.changeAsked, time.dateTime(appointment.change_asked_at)] as const] : []),
    ...(reminded ? [[reminderTexts.title, <RemindersOfAppointment key="reminders" {...reminded} />] as const] : []),
    [columns.createdBy, appointment.created_by],
    [columns.created, time.dateTime(appointment.created)],
  ] as const;
  return (
    <Modal opened={opened} onClose={onClose} title={appointment.title}>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={classes.fact}>
          <dt>{texts.notes}</dt>
          <dd className={classes.notes}>{appointment.notes || texts.noNotes}</dd>
        </div>
      </dl>
      {children}
      <Group justify="flex-end" mt="lg">
        <Can use={appointmentCalendar.move}>
          <Button variant="default" onClick={() => onMove(appointment)}>
            {texts.move}
          </Button>
        </Can>
        <Can use={appointments.edit}>
          <Button onClick={() => onEdit(appointment)}>{texts.edit}</Button>
        </Can>
      </Group>
    </Modal>
  );
}

import { useEffect } from "react";
import { useNavigate } from "react-router";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { appointments } from "../contract.ts";
import { customTimeOf, nextHour } from "../rules.ts";
import { AppointmentFields } from "./AppointmentFields.tsx";
import { HostFields } from "./HostFields.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Preselects the customer. */
  customer_id?: number | null;
  /** The local time that was chosen in the calendar: `2026-11-24T14:15`. */
  at?: string | null;
}

const isLocalTime = (at: string | null): at is string => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at ?? "");

const times = [
  { value: "now", label: "Now" },
  { value: "custom", label: "Custom" },
] as const;

function emptyDraft(customer_id: number | null, zone: string | undefined, at: string | null) {
  return {
    title: "",
    type: "0",
    customer_id,
    timeType: "custom" as "now" | "custom",
    ...(isLocalTime(at) ? customTimeOf(new Date(`${at}:00Z`), "UTC") : nextHour(new Date(), zone ?? "UTC")),
    duration: "30",
    host_id: "",
    place: "",
    notes: "",
  };
}

/** Creates an appointment, then goes to the list. */
export function CreateAppointmentDialog({ opened, onClose, customer_id = null, at = null }: Props) {
  const zone = useTimeZone();
  const navigate = useNavigate();
  const add = useCallForm(appointments.add, {
    initialValues: emptyDraft(customer_id, zone, at),
    invalidates: [appointments.table, appointments.counts, appointmentCalendar.view],
    onSuccess: () => {
      onClose();
      if (!at) navigate("/appointments");
    },
  });

  const { setValues, clearErrors } = add.form;
  useEffect(() => {
    if (!opened) return;
    setValues(emptyDraft(customer_id, zone, at));
    clearErrors();
  }, [opened, customer_id, zone, at, setValues, clearErrors]);

  return (
    <FormDialog opened={opened} onClose={onClose} title="Create an appointment" action="Create" form={add}>
      <AppointmentFields form={add.form} times={times} />
      <HostFields form={add.form} />
    </FormDialog>
  );
}

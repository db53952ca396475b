import { useEffect } from "react";
import { useNavigate } from "react-router";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { appointments } from "../contract.ts";
import { nextHour } from "../rules.ts";
import { AppointmentFields } from "./AppointmentFields.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Preselects the customer. */
  customer_id?: number | null;
}

const times = [
  { value: "now", label: "Now" },
  { value: "custom", label: "Custom" },
] as const;

function emptyDraft(customer_id: number | null, zone: string | undefined) {
  return {
    title: "",
    type: "0",
    customer_id,
    timeType: "custom" as "now" | "custom",
    ...nextHour(new Date(), zone ?? "UTC"),
    notes: "",
  };
}

/** Creates an appointment, then goes to the list. */
export function CreateAppointmentDialog({ opened, onClose, customer_id = null }: Props) {
  const zone = useTimeZone();
  const navigate = useNavigate();
  const add = useCallForm(appointments.add, {
    initialValues: emptyDraft(customer_id, zone),
    invalidates: [appointments.table, appointments.counts],
    onSuccess: () => {
      onClose();
      navigate("/appointments");
    },
  });

  const { setValues, clearErrors } = add.form;
  useEffect(() => {
    if (!opened) return;
    setValues(emptyDraft(customer_id, zone));
    clearErrors();
  }, [opened, customer_id, zone, setValues, clearErrors]);

  return (
    <FormDialog opened={opened} onClose={onClose} title="Create an appointment" action="Create" form={add}>
      <AppointmentFields form={add.form} times={times} />
    </FormDialog>
  );
}

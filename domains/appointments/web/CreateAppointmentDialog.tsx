import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { Group, NativeSelect, Radio, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { appointments, appointmentTypes, dayHalves, firstDay, hours, lastDay, minutes } from "../contract.ts";
import { nextHour, typeNames } from "../rules.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Preselects the customer. */
  customer_id?: number | null;
}

const types = appointmentTypes.map((type) => ({ value: String(type), label: typeNames[type] }));

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
    invalidates: [appointments.table],
    onSuccess: () => {
      onClose();
      navigate("/appointments");
    },
  });
  const { form } = add;

  const { setValues, clearErrors } = form;
  useEffect(() => {
    if (!opened) return;
    setValues(emptyDraft(customer_id, zone));
    clearErrors();
  }, [opened, customer_id, zone, setValues, clearErrors]);

  return (
    <FormDialog opened={opened} onClose={onClose} title="Create an appointment" action="Create" form={add}>
      <TextInput label="Title" withAsterisk data-autofocus {...form.getInputProps("title")} />
      <CustomerPicker withAsterisk {...form.getInputProps("customer_id")} />
      <NativeSelect label="Appointment type" data={types} {...form.getInputProps("type")} />
      <Radio.Group label="Time" {...form.getInputProps("timeType")}>
        <Group mt={4}>
          <Radio value="now" label="Now" />
          <Radio value="custom" label="Custom" />
        </Group>
      </Radio.Group>
      {form.values.timeType === "custom" && (
        <>
          <TextInput
            type="date"
            label="Date"
            min={firstDay}
            max={lastDay}
            withAsterisk
            {...form.getInputProps("appointment_date")}
          />
          <SimpleGrid cols={3} spacing="sm">
            <NativeSelect label="Hour" data={hours} {...form.getInputProps("customTimeHours")} />
            <NativeSelect label="Minutes" data={minutes} {...form.getInputProps("customTimeMinutes")} />
            <NativeSelect label="AM or PM" data={dayHalves} {...form.getInputProps("customTimeAmPm")} />
          </SimpleGrid>
        </>
      )}
      <Textarea label="Notes" autosize minRows={2} maxRows={6} {...form.getInputProps("notes")} />
    </FormDialog>
  );
}

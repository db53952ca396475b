import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { Group, NativeSelect, Radio, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { appointmentTypes, type CustomTime, dayHalves, firstDay, hours, lastDay, minutes } from "../contract.ts";
import { typeNames } from "../rules.ts";

/** What the dialogs let people enter. */
export type AppointmentValues = CustomTime & {
  title: string;
  type: string;
  customer_id: number | null;
  notes: string;
};

interface Props<V extends AppointmentValues & { timeType: string }> {
  form: UseFormReturnType<V>;
  /** The choices of the time's kind. */
  times: readonly { value: V["timeType"]; label: string }[];
  /** How the customer is chosen; default: by search. */
  customer?: ReactNode;
}

const types = appointmentTypes.map((type) => ({ value: String(type), label: typeNames[type] }));

/** The fields of an appointment, for creating and for editing one. */
export function AppointmentFields<V extends AppointmentValues & { timeType: string }>({
  form,
  times,
  customer,
}: Props<V>) {
  const { customTimeMinutes } = form.values;
  // An appointment that was made for "now" may be at any minute.
  const shownMinutes = minutes.includes(customTimeMinutes) ? minutes : [...minutes, customTimeMinutes].sort();
  return (
    <>
      <TextInput label="Title" withAsterisk data-autofocus {...form.getInputProps("title")} />
      {customer ?? <CustomerPicker withAsterisk {...form.getInputProps("customer_id")} />}
      <NativeSelect label="Appointment type" data={types} {...form.getInputProps("type")} />
      <Radio.Group label="Time" {...form.getInputProps("timeType")}>
        <Group mt={4}>
          {times.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
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
            <NativeSelect label="Minutes" data={shownMinutes} {...form.getInputProps("customTimeMinutes")} />
            <NativeSelect label="AM or PM" data={dayHalves} {...form.getInputProps("customTimeAmPm")} />
          </SimpleGrid>
        </>
      )}
      <Textarea label="Notes" autosize minRows={2} maxRows={6} {...form.getInputProps("notes")} />
    </>
  );
}

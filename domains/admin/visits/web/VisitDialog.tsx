import { NativeSelect, Text, Textarea } from "@mantine/core";
import { FormDialog } from "#core/web/FormDialog.tsx";
import { useCall } from "#core/web/useCall.ts";
import { useCallForm } from "#core/web/useCallForm.ts";
import { visitMinutes, visits } from "../contract.ts";
import { enterAccount } from "./visiting.ts";

export interface Props {
  opened: boolean;
  onClose: () => void;
  /** The business that is to be looked into. */
  client: { readonly id: number; readonly company: string };
}

const lengths = visitMinutes.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }));

/** Asks where, why and how long somebody wants to look into a client's account. */
export function VisitDialog({ opened, onClose, client }: Props) {
  const places = useCall(visits.places, { params: { id: client.id } }, { enabled: opened });
  const choices = (places.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const first = choices[0]?.value ?? "";
  const look = useCallForm(visits.begin, {
    initialValues: { location_id: "", reason: "", minutes: "15" },
    params: { id: client.id },
    toBody: ({ location_id, ...values }) => ({ ...values, location_id: location_id || first }),
    onSuccess: ({ data }) => {
      const location = choices.find(({ value }) => value === String(data.location_id))?.label ?? "";
      const { dealer_id, location_id } = data;
      enterAccount({ dealer_id, location_id, business_name: client.company, location });
    },
  });
  const { form } = look;
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`Look into ${client.company}`}
      action="Look into account"
      form={look}
    >
      <Text size="sm">
        You see what the owner sees, and can change nothing. The owner can read who looked, when and why.
      </Text>
      <Textarea
        label="Reason"
        withAsterisk
        autosize={false}
        rows={3}
        maxLength={500}
        data-autofocus
        {...form.getInputProps("reason")}
      />
      <NativeSelect
        label="Location"
        data={choices}
        {...form.getInputProps("location_id")}
        error={
          places.error?.message ??
          form.errors.location_id ??
          (places.data && !first && "This client has no location yet")
        }
      />
      <NativeSelect label="For" data={lengths} {...form.getInputProps("minutes")} />
    </FormDialog>
  );
}

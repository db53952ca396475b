import { NativeSelect, Text, Textarea } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { supportAccess, supportAccessMinutes } from "../contract.ts";
import { enterAccount } from "./accountSwitch.ts";

export interface Props {
  opened: boolean;
  onClose: () => void;
  /** The business to access. */
  client: { readonly id: number; readonly company: string };
}

const durations = supportAccessMinutes.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }));

/** Asks for location, reason and duration of support access. */
export function SupportAccessDialog({ opened, onClose, client }: Props) {
  const locations = useCall(supportAccess.places, { params: { id: client.id } }, { enabled: opened });
  const choices = (locations.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const first = choices[0]?.value ?? "";
  const begin = useCallForm(supportAccess.begin, {
    initialValues: { location_id: "", reason: "", minutes: "15" },
    params: { id: client.id },
    toBody: ({ location_id, ...values }) => ({ ...values, location_id: location_id || first }),
    onSuccess: ({ data }) => {
      const location = choices.find(({ value }) => value === String(data.location_id))?.label ?? "";
      const { dealer_id, location_id } = data;
      enterAccount({ dealer_id, location_id, business_name: client.company, location });
    },
  });
  const { form } = begin;
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={`View as ${client.company}`}
      action="View as client"
      form={begin}
    >
      <Text size="sm">
        You see what the owner sees, view only. The owner can see who accessed the account, when and why.
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
          locations.error?.message ??
          form.errors.location_id ??
          (locations.data && !first && "This client has no location yet")
        }
      />
      <NativeSelect label="For" data={durations} {...form.getInputProps("minutes")} />
    </FormDialog>
  );
}

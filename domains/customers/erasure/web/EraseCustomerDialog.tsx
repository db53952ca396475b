import { Button, Text, Textarea, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { FieldErrors } from "#core/failure.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { followDownload } from "#core/web/download.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { customerErasure, eraseWord } from "../contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer: { readonly id: number; readonly customer_name: string };
  onErased: () => void;
}

/** Erases a person who asked for it, after downloading what is known about them. */
export function EraseCustomerDialog({ opened, onClose, customer: { id, customer_name }, onErased }: Props) {
  const erase = useCallForm(customerErasure.erase, {
    params: { id },
    initialValues: { reason: "", confirmation: "" },
    extraErrors: ({ confirmation }): FieldErrors =>
      confirmation === eraseWord ? {} : { confirmation: `Please type ${eraseWord} to confirm` },
    invalidates: [customers.table, customers.search, lists.search, lists.table],
    onSuccess: () => {
      erase.form.reset();
      onClose();
      onErased();
    },
  });
  const download = useSend(customerErasure.everything, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  return (
    <FormDialog opened={opened} onClose={onClose} title="Erase this person" action="Erase for good" form={erase}>
      <Text size="sm">
        {customer_name} is removed from every location: texts, calls, files, notes, appointments, tasks, lists and
        imports. This can't be undone. If they opted out, they stay opted out.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ params: { id } })}
      >
        Download everything first
      </Button>
      <Textarea
        label="Who asked for this, and how?"
        placeholder="The customer, by email today"
        withAsterisk
        autosize
        minRows={2}
        maxLength={1000}
        {...erase.form.getInputProps("reason")}
      />
      <TextInput
        label={`Type ${eraseWord} to confirm`}
        withAsterisk
        autoComplete="off"
        {...erase.form.getInputProps("confirmation")}
      />
    </FormDialog>
  );
}

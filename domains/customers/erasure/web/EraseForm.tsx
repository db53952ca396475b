import { Button, Text, Textarea, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { FieldErrors } from "#core/failure.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import { eraseWord } from "../contract.ts";

export const emptyErasure = { reason: "", confirmation: "" };

/** Shown while the word isn't typed exactly. */
export function erasureErrors({ confirmation }: typeof emptyErasure): FieldErrors {
  return confirmation === eraseWord ? {} : { confirmation: `Type ${eraseWord} to confirm` };
}

interface Props {
  opened: boolean;
  onClose: () => void;
  customer_name: string;
  form: CallForm<typeof emptyErasure>;
  onDownload: () => void;
  isDownloading: boolean;
}

/** The dialog for owner and operator: what goes, a copy first, who asked, and the typed word. */
export function EraseForm({ opened, onClose, customer_name, form: erase, onDownload, isDownloading }: Props) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Erase this person" action="Erase for good" form={erase}>
      <Text size="sm">
        {customer_name} is removed from every location: texts, calls, files, notes, appointments, tasks, lists and
        imports. This can't be undone. If they opted out, they stay opted out.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={isDownloading}
        onClick={onDownload}
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

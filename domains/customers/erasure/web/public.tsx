import { Button, Text, Textarea, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import type { ParamsInput } from "#core/call.ts";
import type { FieldErrors } from "#core/failure.ts";
import { forgetRows } from "#core/web/call/deletedRows.ts";
import { type SendOptions, useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { followDownload } from "#core/web/download.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { customers } from "#domains/customers/contract.ts";
import { deletedCustomer } from "#domains/customers/deletion/rules.ts";
import { lists } from "#domains/lists/contract.ts";
import { customerErasure, eraseWord, platformErasure } from "../contract.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer: { readonly id: number; readonly customer_name: string; readonly chat_id: number | null };
  onErased: () => void;
}

const refreshes = [customers.table, customers.search, customers.details, lists.search, lists.table];

/** Erases a person who asked for it, after downloading what is known about them. */
export function EraseCustomerDialog({ customer: { id, customer_name, chat_id }, ...rest }: Props) {
  return (
    <EraseForm
      {...rest}
      calls={customerErasure}
      params={{ id }}
      customer_name={customer_name}
      invalidates={refreshes}
      updates={(cache) => forgetRows(cache, deletedCustomer({ id, chat_id }))}
    />
  );
}

interface EraseClientCustomerDialogProps
  extends Pick<ComponentProps<typeof EraseForm>, "opened" | "onClose" | "invalidates"> {
  customer: { readonly id: number; readonly customer_name: string; readonly client_id: number };
}

/** The operator erases a customer of a client, who asked them instead of the business. */
export function EraseClientCustomerDialog({
  customer: { client_id, id, customer_name },
  ...rest
}: EraseClientCustomerDialogProps) {
  return <EraseForm {...rest} calls={platformErasure} params={{ client_id, id }} customer_name={customer_name} />;
}

const emptyErasure = { reason: "", confirmation: "" };

/** Shown while the word isn't typed exactly. */
function erasureErrors({ confirmation }: typeof emptyErasure): FieldErrors {
  return confirmation === eraseWord ? {} : { confirmation: `Type ${eraseWord} to confirm` };
}

type ErasureCalls = typeof customerErasure | typeof platformErasure;

interface EraseFormProps {
  opened: boolean;
  onClose: () => void;
  customer_name: string;
  /** The owner's calls, or the operator's. */
  calls: Pick<ErasureCalls, "erase" | "everything">;
  params: ParamsInput<ErasureCalls["erase"]>;
  /** The calls that show the customer. */
  invalidates: SendOptions<ErasureCalls["erase"]>["invalidates"];
  updates?: SendOptions<ErasureCalls["erase"]>["updates"];
  onErased?: () => void;
}

/** The dialog for owner and operator: what goes, a copy first, who asked, and the typed word. */
function EraseForm({ opened, onClose, customer_name, calls, params, invalidates, updates, onErased }: EraseFormProps) {
  const erase = useCallForm(calls.erase, {
    params,
    initialValues: emptyErasure,
    extraErrors: erasureErrors,
    invalidates,
    ...(updates && { updates }),
    onSuccess: () => {
      erase.form.reset();
      onClose();
      onErased?.();
    },
  });
  const download = useSend(calls.everything, {
    quiet: "success",
    onSuccess: ({ data }) => followDownload(data.url),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Erase this person"
      action="Erase permanently"
      danger
      form={erase}
    >
      <Text size="sm">
        {customer_name} is removed from every location: texts, calls, files, notes, appointments, tasks, lists and
        imports. This can't be undone. If they opted out, they stay opted out.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate({ params })}
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

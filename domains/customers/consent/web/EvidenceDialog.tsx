import { Text, Textarea } from "@mantine/core";
import type { FieldErrors } from "#core/failure.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { consent } from "../contract.ts";

interface Props {
  opened: boolean;
  customer_id: number;
  onClose: () => void;
  onDone?: () => void;
}

const evidenceMissing = "Please write down how and when the customer agreed to be texted again";

/** Asks staff for evidence that a customer who opted out agrees to texts again. */
export function EvidenceDialog({ opened, customer_id, onClose, onDone }: Props) {
  const optIn = useCallForm(consent.opt, {
    initialValues: { user_id: customer_id, opt_type: "in" as const, evidence: "" },
    extraErrors: ({ evidence }): FieldErrors => (evidence.trim() === "" ? { evidence: evidenceMissing } : {}),
    invalidates: [consent.history],
    onSuccess: () => {
      optIn.form.reset();
      onClose();
      onDone?.();
    },
  });
  return (
    <FormDialog opened={opened} onClose={onClose} title="Opt this customer in again" action="Opt in" form={optIn}>
      <Text size="sm">
        This customer asked not to be texted. New consent is required, ideally a START from their phone. What you write
        here is kept for good, with your name and the time.
      </Text>
      <Textarea
        label="How and when did they agree?"
        placeholder="Signed the consent form at the front desk today"
        withAsterisk
        autosize
        minRows={3}
        maxLength={1000}
        {...optIn.form.getInputProps("evidence")}
      />
    </FormDialog>
  );
}

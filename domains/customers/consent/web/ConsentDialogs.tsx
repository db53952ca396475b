import { Anchor, Text, Textarea } from "@mantine/core";
import type { FieldErrors } from "#core/failure.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { consent } from "../contract.ts";
import { consentTexts as texts } from "./texts.ts";
import { showConsent } from "./useFreshConsent.ts";

interface Props {
  opened: boolean;
  customer_id: number;
  /** The customer asked, or may have asked, not to be texted. */
  isAgain: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks staff for evidence that a customer agrees to texts. */
export function EvidenceDialog({ opened, customer_id, isAgain, onClose, onDone }: Props) {
  const missing = isAgain ? texts.evidenceMissingAgain : texts.evidenceMissing;
  const optIn = useCallForm(consent.opt, {
    initialValues: { user_id: customer_id, opt_type: "in" as const, evidence: "" },
    extraErrors: ({ evidence }): FieldErrors => (evidence.trim() === "" ? { evidence: missing } : {}),
    invalidates: showConsent,
    onSuccess: () => {
      optIn.form.reset();
      onClose();
      onDone?.();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={isAgain ? texts.optInAgainTitle : texts.optInTitle}
      action={texts.optInAction}
      form={optIn}
    >
      <Text size="sm">{isAgain ? texts.optInAgainText : texts.optInText}</Text>
      <Textarea
        label={texts.evidence}
        placeholder={texts.evidenceExample}
        withAsterisk
        autosize
        minRows={3}
        maxLength={1000}
        {...optIn.form.getInputProps("evidence")}
      />
    </FormDialog>
  );
}

interface UndoOptOutDialogProps {
  opened: boolean;
  customer_id: number;
  /** The end of the time in which it can be undone. */
  until: string;
  onClose: () => void;
  /** The customer agreed again, which is more than an undone mistake. */
  onNewConsent: () => void;
  onDone?: () => void;
}

/** Takes back an opt-out that the team recorded itself, with a reason. */
export function UndoOptOutDialog({ opened, customer_id, until, onClose, onNewConsent, onDone }: UndoOptOutDialogProps) {
  const time = useTime();
  const undo = useCallForm(consent.opt, {
    initialValues: { user_id: customer_id, opt_type: "in" as const, reason: "" },
    extraErrors: ({ reason }): FieldErrors => (reason.trim() === "" ? { reason: texts.undoReasonMissing } : {}),
    invalidates: showConsent,
    onSuccess: () => {
      undo.form.reset();
      onClose();
      onDone?.();
    },
  });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.undoTitle} action={texts.undoAction} form={undo}>
      <Text size="sm">{until && texts.undoText(time.dateTime(until))}</Text>
      <Textarea
        label={texts.undoReason}
        placeholder={texts.undoExample}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        {...undo.form.getInputProps("reason")}
      />
      <Anchor component="button" type="button" size="sm" onClick={onNewConsent}>
        {texts.newConsent}
      </Anchor>
    </FormDialog>
  );
}

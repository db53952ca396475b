import { TextInput } from "@mantine/core";
import { useEffect } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type SourceFigures, sourceReport } from "../contract.ts";
import { monthName } from "./months.ts";
import { sourceReportTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  row: SourceFigures;
  month: string;
}

const typed = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2));

/** What a source cost in a month. */
export function SpendDialog({ opened, onClose, row: { source, spend }, month }: Props) {
  const save = useCallForm(sourceReport.saveSpend, {
    initialValues: { source, month, spend: typed(spend) },
    invalidates: [sourceReport.table],
    onSuccess: onClose,
  });
  const { setValues, clearErrors } = save.form;
  useEffect(() => {
    if (!opened) return;
    setValues({ source, month, spend: typed(spend) });
    clearErrors();
  }, [opened, source, month, spend, setValues, clearErrors]);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.spendTitle(source, monthName(month))}
      action={texts.save}
      form={save}
    >
      <TextInput
        label={texts.spendLabel}
        description={texts.spendHint}
        inputMode="decimal"
        leftSection="$"
        {...save.form.getInputProps("spend")}
      />
    </FormDialog>
  );
}

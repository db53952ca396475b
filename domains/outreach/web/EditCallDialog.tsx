import { Input, Textarea, TextInput } from "@mantine/core";
import type { Call } from "#core/call.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";
import { type CalledOutcome, maxCallNote, outreach } from "../contract.ts";
import { CallOutcomes } from "./CallOutcomes.tsx";
import { callTexts as texts } from "./texts.ts";

export interface Props {
  opened: boolean;
  onClose: () => void;
  call: {
    readonly id: number;
    readonly outcome: CalledOutcome;
    readonly minutes: number | null;
    readonly words: string;
    readonly at: string;
  };
  invalidates: readonly Call[];
}

/** Changes a logged call; that can be taken back. */
export function EditCallDialog({ opened, onClose, call, invalidates }: Props) {
  const zone = useTimeZone();
  const { id, outcome, minutes, words, at } = call;
  const stored = { outcome, minutes: minutes === null ? "" : String(minutes), note: words, at };
  const restore = useSend(outreach.changeCall, { invalidates, quiet: "success" });
  const change = useCallForm(outreach.changeCall, {
    initialValues: { ...stored, at: toDateTimeField(new Date(at), zone) },
    params: { id },
    // The field has no seconds, so an untouched time keeps its own.
    toBody: (values) => {
      const isUnchanged = values.at === toDateTimeField(new Date(at), zone);
      return { ...values, at: isUnchanged ? at : (fromDateTimeField(values.at, zone)?.toISOString() ?? "invalid") };
    },
    invalidates,
    quiet: "success",
    onSuccess: () => {
      onClose();
      toast.undo(texts.changed, () => restore.mutate({ params: { id }, body: stored }));
    },
  });
  const { getInputProps, values, setFieldValue } = change.form;
  useFilledForm(change.form, opened, { ...stored, at: toDateTimeField(new Date(at), zone) });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.edit} action={texts.save} form={change}>
      <Input.Wrapper label={texts.question} error={getInputProps("outcome").error} labelElement="div">
        <CallOutcomes value={values.outcome} onChoose={(chosen) => setFieldValue("outcome", chosen)} />
      </Input.Wrapper>
      <TextInput type="datetime-local" label={texts.at} {...getInputProps("at")} />
      {values.outcome !== "no_answer" && (
        <TextInput type="number" inputMode="numeric" min={1} label={texts.minutes} {...getInputProps("minutes")} />
      )}
      <Textarea
        label={texts.note}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={maxCallNote}
        {...getInputProps("note")}
      />
    </FormDialog>
  );
}

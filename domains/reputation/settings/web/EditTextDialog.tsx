import "@mantine/core/styles/Switch.layer.css";
import { Switch, Text, Textarea } from "@mantine/core";
import { useEffect } from "react";
import { counterText, segmentsOf } from "#core/smsCounter.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { sampleText } from "../../invites/rules.ts";
import { maxWords, reviewSettings } from "../contract.ts";
import { languageNames } from "../fields.ts";
import type { InviteWords } from "../rules.ts";
import { reviewSettingsTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  text: InviteWords;
}

const { texts } = reviewSettingsTexts;

/** What invites say in one language. */
export function EditTextDialog({ opened, onClose, text }: Props) {
  const { language, words, is_fallback } = text;
  const save = useCallForm(reviewSettings.saveText, {
    initialValues: { words, is_fallback },
    params: { language },
    invalidates: [reviewSettings.get],
    onSuccess: onClose,
  });
  const { form } = save;
  const { setValues, clearErrors } = form;
  useEffect(() => {
    if (!opened) return;
    setValues({ words, is_fallback });
    clearErrors();
  }, [opened, words, is_fallback, setValues, clearErrors]);
  const { count } = segmentsOf(sampleText(form.values.words, language));
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.editTitle(languageNames[language])}
      action={texts.save}
      form={save}
      size="lg"
    >
      <Textarea
        label={texts.words}
        description={texts.wordsHint}
        lang={language}
        autosize
        minRows={4}
        maxLength={maxWords}
        data-autofocus
        {...form.getInputProps("words")}
      />
      <Text size="sm" c="dimmed">
        {counterText(form.values.words)} · {texts.segments(count)}
      </Text>
      <Switch
        label={texts.isFallback}
        checked={form.values.is_fallback === 1}
        disabled={is_fallback === 1}
        onChange={({ currentTarget }) => form.setFieldValue("is_fallback", currentTarget.checked ? 1 : 0)}
      />
    </FormDialog>
  );
}

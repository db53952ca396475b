import { Textarea } from "@mantine/core";
import { useEffect } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type ReplyText, replyTexts } from "../../replyTexts/contract.ts";
import { languageNames } from "../fields.ts";
import { replyTemplateTexts as texts } from "./replyTemplateTexts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  text: ReplyText;
}

/** Changes one reply template. */
export function ReplyTextDialog({ opened, onClose, text: { stars, language, words } }: Props) {
  const save = useCallForm(replyTexts.save, {
    initialValues: { words },
    params: { stars: String(stars) as "1" | "2" | "3" | "4" | "5", language },
    invalidates: [replyTexts.list, replyTexts.forReview],
    onSuccess: onClose,
  });
  const { setValues, clearErrors } = save.form;
  useEffect(() => {
    if (!opened) return;
    setValues({ words });
    clearErrors();
  }, [opened, words, setValues, clearErrors]);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.editTitle(texts.stars(stars), languageNames[language])}
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
        maxRows={14}
        maxLength={2_000}
        data-autofocus
        {...save.form.getInputProps("words")}
      />
    </FormDialog>
  );
}

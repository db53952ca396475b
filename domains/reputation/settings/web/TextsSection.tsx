import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Button, Switch, Text, Textarea } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { counterText, segmentsOf } from "#core/smsCounter.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { sampleText } from "#domains/reputation/invites/rules.ts";
import { maxWords, type ReviewSettings, reviewSettings } from "../contract.ts";
import { type Language, languageNames, languages } from "../fields.ts";
import type { InviteWords } from "../rules.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

const { texts } = reviewSettingsTexts;

/** What invites say in each language. */
export function TextsSection({ settings }: { settings: ReviewSettings }) {
  // Stays set while the dialog closes.
  const [edited, setEdited] = useState<InviteWords>();
  const [opened, setOpened] = useState(false);
  const remove = useSend(reviewSettings.removeText, { invalidates: [reviewSettings.get] });
  const edit = (text: InviteWords) => {
    setEdited(text);
    setOpened(true);
  };
  const askRemove = async (language: Language) => {
    const question = { title: texts.removeTitle(languageNames[language]), text: texts.removeText };
    if (await confirm({ ...question, action: texts.delete, danger: true })) remove.mutate({ params: { language } });
  };
  const missing = languages.filter((language) => !settings.texts.some((text) => text.language === language));
  return (
    <Section
      title={texts.title}
      actions={missing.map((language) => (
        <Button
          key={language}
          variant="default"
          size="compact-sm"
          onClick={() => edit({ language, words: "", is_fallback: 0 })}
        >
          {texts.add(languageNames[language])}
        </Button>
      ))}
    >
      <table className={classes.texts}>
        <thead>
          <tr>
            <th scope="col">{texts.language}</th>
            <th scope="col">{texts.content}</th>
            <th scope="col">{texts.fallback}</th>
            <th scope="col">{texts.action}</th>
          </tr>
        </thead>
        <tbody>
          {settings.texts.map((text) => (
            <tr key={text.language}>
              <td>{languageNames[text.language]}</td>
              <td lang={text.language}>{text.words}</td>
              <td>{text.is_fallback === 1 ? texts.yes : ""}</td>
              <td>
                <span className={classes.actions}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={texts.edit(languageNames[text.language])}
                    onClick={() => edit(text)}
                  >
                    <IconPencil size={16} aria-hidden />
                  </ActionIcon>
                  {text.is_fallback === 0 && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={texts.remove(languageNames[text.language])}
                      onClick={() => askRemove(text.language)}
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {edited && (
        <EditTextDialog key={edited.language} opened={opened} onClose={() => setOpened(false)} text={edited} />
      )}
    </Section>
  );
}

interface Props {
  opened: boolean;
  onClose: () => void;
  text: InviteWords;
}

/** What invites say in one language. */
function EditTextDialog({ opened, onClose, text }: Props) {
  const { language, words, is_fallback } = text;
  const save = useCallForm(reviewSettings.saveText, {
    initialValues: { words, is_fallback },
    params: { language },
    invalidates: [reviewSettings.get],
    onSuccess: onClose,
  });
  const { form } = save;
  useFilledForm(form, opened, { words, is_fallback });
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

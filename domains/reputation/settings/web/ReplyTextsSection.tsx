import { ActionIcon, Textarea } from "@mantine/core";
import { IconPencil, IconRestore } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { type ReplyText, replyTexts } from "#domains/reputation/reviews/contract.ts";
import { languageNames } from "../fields.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { replyTemplateTexts as texts } from "./texts.ts";

/** What replies to reviews begin with, by stars and language. */
export function ReplyTextsSection() {
  const all = useCall(replyTexts.list).data?.reply_texts ?? [];
  // Stays set while the dialog closes.
  const [edited, setEdited] = useState<ReplyText>();
  const [opened, setOpened] = useState(false);
  const restore = useSend(replyTexts.restore, { invalidates: [replyTexts.list, replyTexts.forReview] });
  const askRestore = async ({ stars, language }: ReplyText) => {
    const question = { title: texts.restoreTitle, text: texts.restoreText, action: texts.restoreAction, danger: true };
    if (await confirm(question)) restore.mutate({ params: { stars: starsParam(stars), language } });
  };
  return (
    <Section title={texts.title}>
      <p className={classes.soft}>{texts.about}</p>
      <table className={classes.texts}>
        <thead>
          <tr>
            <th scope="col">{texts.columns.stars}</th>
            <th scope="col">{texts.columns.language}</th>
            <th scope="col">{texts.columns.text}</th>
            <th scope="col">{texts.columns.action}</th>
          </tr>
        </thead>
        <tbody>
          {all.map((text) => {
            const names = [texts.stars(text.stars), languageNames[text.language]] as const;
            return (
              <tr key={names.join()}>
                <td>{names[0]}</td>
                <td>{names[1]}</td>
                <td lang={text.language}>{text.words}</td>
                <td>
                  <Can use={replyTexts.save}>
                    <span className={classes.actions}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={texts.edit(...names)}
                        onClick={() => {
                          setEdited(text);
                          setOpened(true);
                        }}
                      >
                        <IconPencil size={16} aria-hidden />
                      </ActionIcon>
                      {text.is_default === 0 && (
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={texts.restore(...names)}
                          onClick={() => askRestore(text)}
                        >
                          <IconRestore size={16} aria-hidden />
                        </ActionIcon>
                      )}
                    </span>
                  </Can>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {edited && <ReplyTextDialog opened={opened} onClose={() => setOpened(false)} text={edited} />}
    </Section>
  );
}

const starsParam = (stars: number) => String(stars) as "1" | "2" | "3" | "4" | "5";

interface Props {
  opened: boolean;
  onClose: () => void;
  text: ReplyText;
}

/** Changes one reply template. */
function ReplyTextDialog({ opened, onClose, text: { stars, language, words } }: Props) {
  const save = useCallForm(replyTexts.save, {
    initialValues: { words },
    params: { stars: String(stars) as "1" | "2" | "3" | "4" | "5", language },
    invalidates: [replyTexts.list, replyTexts.forReview],
    onSuccess: onClose,
  });
  useFilledForm(save.form, opened, { words });
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

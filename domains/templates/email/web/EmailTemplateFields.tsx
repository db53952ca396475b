import { Button, TextInput } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import classes from "../../web/TemplateFields.module.css";
import { templateFormTexts as formTexts } from "../../web/texts.ts";
import { MailEditor } from "./MailEditor.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";

interface Props {
  heading: string;
  form: CallForm<{ title: string; template: string }>;
  canChange: boolean;
  /** Back to the list, on a phone. */
  onBack: () => void;
  /** Buttons and notices. */
  children: ReactNode;
}

/** A template's title and content, beside the email that it becomes. */
export function EmailTemplateFields({ heading, form: { form, submit }, canChange, onBack, children }: Props) {
  const { title, template } = form.values;
  return (
    <form className={classes.panes} data-channel="email" onSubmit={submit}>
      <div className={classes.fields}>
        <Button
          className={classes.back}
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {formTexts.back}
        </Button>
        <h2 className={classes.heading}>{heading}</h2>
        <TextInput label={formTexts.title} maxLength={255} readOnly={!canChange} {...form.getInputProps("title")} />
        {canChange && (
          <div onPointerDown={() => form.clearFieldError("template")}>
            <MailEditor
              value={template}
              error={form.errors.template}
              onChange={(html) => form.setFieldValue("template", html)}
            />
          </div>
        )}
        {children}
      </div>
      <TemplatePreview template={template} subject={title} />
    </form>
  );
}

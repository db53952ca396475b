import { Alert, Button, Input, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconArrowLeft, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import classes from "../../web/TemplateFields.module.css";
import { templateFormTexts as formTexts } from "../../web/texts.ts";
import emailClasses from "./EmailTemplateFields.module.css";
import { MailPreview } from "./MailPreview.tsx";
import { checksOf } from "./mailChecks.ts";
import { MailEditor } from "./public.tsx";
import { emailTemplateTexts as texts } from "./texts.ts";
import { useMailPreview } from "./useMailPreview.ts";

interface Props {
  heading: string;
  form: CallForm<{ title: string; template: string }>;
  canChange: boolean;
  /** Back to the list, on a phone. */
  onBack: () => void;
  /** Beside the heading. */
  actions: ReactNode;
  /** Notices. */
  children?: ReactNode;
}

/** A template's title and content, with what to mend, beside the email that it becomes. */
export function EmailTemplateFields({ heading, form: { form, submit }, canChange, onBack, actions, children }: Props) {
  const { title, template } = form.values;
  const preview = useMailPreview(template);
  return (
    <form className={classes.panes} data-channel="email" onSubmit={submit} noValidate>
      <div className={classes.fields}>
        <Button
          className={classes.back}
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={onBack}
        >
          {formTexts.back}
        </Button>
        <div className={emailClasses.head}>
          <h2 className={classes.heading}>{heading}</h2>
          {actions}
        </div>
        {children}
        <TextInput label={formTexts.title} maxLength={255} readOnly={!canChange} {...form.getInputProps("title")} />
        {canChange && (
          <>
            <Input.Wrapper label={texts.content} labelElement="div">
              <MailEditor
                value={template}
                error={form.errors.template}
                onPointerDown={() => form.clearFieldError("template")}
                onChange={(html) => form.setFieldValue("template", html)}
              />
            </Input.Wrapper>
            <Checks html={template} bytes={preview.bytes} />
          </>
        )}
      </div>
      <Preview {...preview} subject={title} />
    </form>
  );
}

interface PreviewProps extends Omit<ReturnType<typeof useMailPreview>, "bytes" | "removed"> {
  subject: string;
}

/** The email as it arrives, while it is written. */
function Preview({ html, error, retry, subject }: PreviewProps) {
  return (
    <div className={emailClasses.preview}>
      {html !== undefined && <MailPreview html={html} subject={subject} initialWidth="phone" />}
      {html === undefined && error && (
        <Alert color="red" title={texts.noPreview}>
          <Button variant="default" onClick={retry}>
            {texts.again}
          </Button>
        </Alert>
      )}
      <p>{texts.footer}</p>
    </div>
  );
}

/** What a reader would miss. */
function Checks({ html, bytes }: { html: string; bytes: number }) {
  const { picturesWithoutAlt, deadLinks, kilobytes, isClipped } = checksOf(html, bytes);
  const lines = [
    ...(/<img\b/i.test(html) ? [[picturesWithoutAlt === 0, texts.checks.alt(picturesWithoutAlt)] as const] : []),
    ...(/<a\b/i.test(html) ? [[deadLinks === 0, texts.checks.links(deadLinks)] as const] : []),
    ...(bytes > 0
      ? [[!isClipped, isClipped ? texts.checks.clipped(kilobytes) : texts.checks.size(kilobytes)] as const]
      : []),
  ];
  return (
    <ul className={emailClasses.checks} aria-label={texts.checks.title}>
      {lines.map(([isFine, text]) => (
        <li key={text} data-fine={isFine || undefined}>
          {isFine ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
          {text}
        </li>
      ))}
    </ul>
  );
}

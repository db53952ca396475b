import { Alert, Button, Input, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconArrowLeft, IconCheck } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { ChangeButtons, SavedElsewhere } from "#domains/templates/web/ChangeButtons.tsx";
import classes from "#domains/templates/web/TemplateFields.module.css";
import { templateFormTexts as formTexts, templateFormTexts as texts } from "#domains/templates/web/texts.ts";
import { type EmailTemplate, emailTemplates } from "../contract.ts";
import { checksOf, type StarterTemplate } from "../rules.ts";
import emailClasses from "./emailTemplateForms.module.css";
import { MailPreview, useMailPreview } from "./MailPreview.tsx";
import { MailEditor } from "./public.tsx";
import { emailTemplateTexts as emailTexts } from "./texts.ts";

interface NewEmailProps {
  /** What it begins with. */
  starter: StarterTemplate | undefined;
  onBack: () => void;
  onSaved: (id: number) => void;
}

/** Writes an email template again, from nothing or from a starter. */
export function NewEmailTemplate({ starter, onBack, onSaved }: NewEmailProps) {
  const isSaved = useRef(false);
  const add = useCallForm(emailTemplates.add, {
    initialValues: { title: starter?.title ?? "", template: starter?.template ?? "" },
    invalidates: [emailTemplates.list],
    onSuccess: ({ data }) => {
      isSaved.current = true;
      onSaved(data.id);
    },
  });
  useUnsavedChanges(() => !isSaved.current && add.form.isDirty());
  return (
    <EmailTemplateFields
      heading={texts.newTemplate}
      form={add}
      canChange
      onBack={onBack}
      actions={
        <Button type="submit" loading={add.sending}>
          {texts.save}
        </Button>
      }
    />
  );
}

interface EditEmailProps {
  template: EmailTemplate;
  onBack: () => void;
  /** After it was deleted. */
  onDeleted: () => void;
}

/** Changes or deletes a saved email; one that someone else changed meanwhile is never overwritten unasked. */
export function EditEmailTemplate({ template, onBack, onDeleted }: EditEmailProps) {
  const cache = useQueryClient();
  const canChange = useCan(emailTemplates.update);
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  const seen = useRef<string | undefined>(template.updated_at);
  const refresh = () => cache.invalidateQueries({ queryKey: [emailTemplates.list.name] });
  /** As the list has it now: the server keeps only what mail programs show. */
  const showSaved = async () => {
    await refresh();
    const current = currentOf(cache, template.id);
    if (!current) return onDeleted();
    seen.current = current.updated_at;
    form.setValues({ title: current.title, template: current.template });
    form.resetDirty({ title: current.title, template: current.template });
    setChangedElsewhere(false);
  };
  const update = useCallForm(emailTemplates.update, {
    initialValues: { title: template.title, template: template.template },
    params: { id: template.id },
    toBody: (values) => ({ ...values, ...(seen.current && { seen_updated_at: seen.current }) }),
    onSuccess: showSaved,
    onFailure: ({ status }) => status === 409 && setChangedElsewhere(true),
    quiet: false,
  });
  const { form } = update;
  useUnsavedChanges(() => form.isDirty());
  const remove = useSend(emailTemplates.remove, { invalidates: [emailTemplates.list], onSuccess: onDeleted });
  const keepMine = () => {
    seen.current = undefined;
    update.submit();
  };

  return (
    <EmailTemplateFields
      heading={template.title}
      form={update}
      canChange={canChange}
      onBack={onBack}
      actions={
        <Can use={emailTemplates.update}>
          <ChangeButtons
            title={template.title}
            isSaving={update.sending}
            isDeleting={remove.isPending}
            onDelete={() => remove.mutate({ params: { id: template.id } })}
          />
        </Can>
      }
    >
      {isChangedElsewhere && <SavedElsewhere onReload={() => void showSaved()} onKeepMine={keepMine} />}
    </EmailTemplateFields>
  );
}

/** The template as the list has it now. */
function currentOf(cache: ReturnType<typeof useQueryClient>, id: number): EmailTemplate | undefined {
  const [found] = cache.getQueriesData<{ data: { allTemplates: EmailTemplate[] } }>({
    queryKey: [emailTemplates.list.name],
  });
  return found?.[1]?.data.allTemplates.find((one) => one.id === id);
}

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
function EmailTemplateFields({ heading, form: { form, submit }, canChange, onBack, actions, children }: Props) {
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
            <Input.Wrapper label={emailTexts.content} labelElement="div">
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
        <Alert color="red" title={emailTexts.noPreview}>
          <Button variant="default" onClick={retry}>
            {emailTexts.again}
          </Button>
        </Alert>
      )}
      <p>{emailTexts.footer}</p>
    </div>
  );
}

/** What a reader would miss. */
function Checks({ html, bytes }: { html: string; bytes: number }) {
  const { picturesWithoutAlt, deadLinks, kilobytes, isClipped } = checksOf(html, bytes);
  const lines = [
    ...(/<img\b/i.test(html) ? [[picturesWithoutAlt === 0, emailTexts.checks.alt(picturesWithoutAlt)] as const] : []),
    ...(/<a\b/i.test(html) ? [[deadLinks === 0, emailTexts.checks.links(deadLinks)] as const] : []),
    ...(bytes > 0
      ? [[!isClipped, isClipped ? emailTexts.checks.clipped(kilobytes) : emailTexts.checks.size(kilobytes)] as const]
      : []),
  ];
  return (
    <ul className={emailClasses.checks} aria-label={emailTexts.checks.title}>
      {lines.map(([isFine, text]) => (
        <li key={text} data-fine={isFine || undefined}>
          {isFine ? <IconCheck size={14} aria-hidden /> : <IconAlertTriangle size={14} aria-hidden />}
          {text}
        </li>
      ))}
    </ul>
  );
}

import { ActionIcon, Button, TextInput, Title } from "@mantine/core";
import { IconBraces, IconCheck, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { type VariableName, variableNames } from "#core/variables.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useCustomVariables } from "#domains/customers/custom/web/public.tsx";
import { emailTemplates } from "#domains/templates/email/contract.ts";
import { MailPreview, mailWords, starterTemplates } from "#domains/templates/email/web/public.tsx";
import { maxSubject } from "../../../email/fields.ts";
import { TemplateChoice } from "../wizard/TemplateChoice.tsx";
import classes from "../wizard/Wizard.module.css";
import type { EmailWizard } from "./emailDraft.ts";
import { isBlankHtml } from "./emailDraft.ts";
import { composeEmailTexts as texts } from "./texts.ts";

/** The campaign's name, its subject, and the template that it begins with. */
export function DetailsStep({ wizard }: { wizard: EmailWizard }) {
  const { draft, change, errors, next } = wizard;
  const { data } = useCall(emailTemplates.list);
  const templates = data?.allTemplates ?? [];
  const chosen =
    templates.find(({ id }) => id === draft.template_id) ??
    starterTemplates.find(({ template }) => draft.template_id === 0 && template === draft.html);
  const isUntouched = isBlankHtml(draft.html) || draft.html === chosen?.template;
  /** Starts from a template, or from nothing; what somebody wrote is replaced only when they say so. */
  const begin = async (template_id: number, html: string) => {
    if (!isUntouched && html !== draft.html && !(await confirm(texts.replaceQuestion))) return false;
    change({ template_id, html });
    return true;
  };
  const create = async () => {
    if (await begin(0, "")) next();
  };
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <TextInput
          label={texts.name}
          value={draft.title}
          maxLength={255}
          error={errors.title}
          data-autofocus
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <VariableInput
          label={texts.subject}
          value={draft.subject}
          error={errors.email_subject}
          onChange={(subject) => change({ subject })}
        />
        <VariableInput
          label={texts.preheader}
          description={texts.preheaderAbout}
          value={draft.preheader}
          error={errors.email_preheader}
          onChange={(preheader) => change({ preheader })}
        />
        <div className={classes.head}>
          <Title order={2}>{texts.templates}</Title>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void create()}>
            {texts.create}
          </Button>
        </div>
        <div className={classes.templates}>
          {templates.map((template) => (
            <TemplateChoice
              key={template.id}
              title={template.title}
              words={mailWords(template.template)}
              isChosen={template === chosen}
              onChoose={() => void begin(template.id, template.template)}
            />
          ))}
        </div>
        <Title order={2}>{texts.starters}</Title>
        <div className={classes.templates}>
          {starterTemplates.map((starter) => (
            <TemplateChoice
              key={starter.key}
              title={starter.title}
              words={starter.about}
              isChosen={starter === chosen}
              onChoose={() => void begin(0, starter.template)}
            />
          ))}
        </div>
      </div>
      {chosen && (
        <div className={classes.stack}>
          <MailPreview html={chosen.template} />
          <Button variant="default" leftSection={<IconCheck size={16} aria-hidden />} onClick={next}>
            {texts.select}
          </Button>
        </div>
      )}
    </div>
  );
}

interface Props {
  label: string;
  description?: string;
  value: string;
  error: ReactNode;
  onChange: (text: string) => void;
}

const offered = Object.keys(variableNames) as VariableName[];

/** One line of an email, such as its subject, with variables inserted at the caret. */
function VariableInput({ label, description, value, error, onChange }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined || caret.current > value.length) return;
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);
  const own = useCustomVariables();
  const insert = (name: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    const text = `${value.slice(0, from)}%${name}%${value.slice(to)}`;
    if (text.length > maxSubject) return;
    caret.current = from + name.length + 2;
    onChange(text);
  };
  return (
    <TextInput
      ref={field}
      label={label}
      description={description}
      dir="auto"
      value={value}
      maxLength={maxSubject}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        <DropMenu
          trigger={
            <ActionIcon variant="subtle" color="gray" aria-label={texts.insertInto(label)}>
              <IconBraces size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
          items={[
            ...offered.map((name) => ({ label: variableNames[name], onClick: () => insert(name) })),
            ...Object.entries(own).map(([name, words]) => ({ label: words, onClick: () => insert(name) })),
          ]}
        />
      }
    />
  );
}

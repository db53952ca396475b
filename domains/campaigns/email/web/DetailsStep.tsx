import { Button, TextInput, Title } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { emailTemplates } from "#domains/templates/email/contract.ts";
import { MailPreview, mailWords, starterTemplates } from "#domains/templates/email/web/public.tsx";
import classes from "../../wizard/web/Wizard.module.css";
import { isBlankHtml } from "./emailDraft.ts";
import { composeEmailTexts as texts } from "./texts.ts";
import type { EmailWizard } from "./useEmailWizard.ts";
import { VariableInput } from "./VariableInput.tsx";

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

interface TemplateChoiceProps {
  title: string;
  words: string;
  isChosen: boolean;
  onChoose: () => void;
}

function TemplateChoice({ title, words, isChosen, onChoose }: TemplateChoiceProps) {
  return (
    <button type="button" className={classes.template} aria-pressed={isChosen} onClick={onChoose}>
      <strong>{title}</strong>
      <span dir="auto">{words}</span>
    </button>
  );
}

import { Button, TextInput, Title } from "@mantine/core";
import { IconCheck, IconPlus } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { type TextTemplate, textTemplates } from "#domains/templates/text/contract.ts";
import { TemplateChoice } from "../wizard/TemplateChoice.tsx";
import classes from "../wizard/Wizard.module.css";
import { TextOnPhone } from "./TextOnPhone.tsx";
import type { TextWizard } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";

/** The campaign's name, and the template that it begins with. */
export function TemplateStep({ wizard }: { wizard: TextWizard }) {
  const { draft, change, errors, next } = wizard;
  const { data } = useCall(textTemplates.list);
  const choose = ({ id, template, image }: TextTemplate) =>
    change({ template_id: id, message: template, image, picture: null, removesImage: image === null });
  const create = () => change({ template_id: 0, message: "", image: null, picture: null, removesImage: true });
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
          onKeyDown={({ key }) => key === "Enter" && next()}
        />
        <div className={classes.head}>
          <Title order={2}>{texts.templates}</Title>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
            {texts.create}
          </Button>
        </div>
        <div className={classes.templates}>
          {data?.allTemplates.map((template) => (
            <TemplateChoice
              key={template.id}
              title={template.title}
              words={template.template}
              isChosen={template.id === draft.template_id}
              onChoose={() => choose(template)}
            />
          ))}
        </div>
      </div>
      <div className={classes.stack}>
        <TextOnPhone draft={draft} />
        {draft.template_id !== 0 && (
          <Button variant="default" leftSection={<IconCheck size={16} aria-hidden />} onClick={next}>
            {texts.select}
          </Button>
        )}
      </div>
    </div>
  );
}

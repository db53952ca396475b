import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import type { StarterTemplate } from "../../starters/rules.ts";
import { ChangeButtons } from "../../web/ChangeButtons.tsx";
import { SavedElsewhere } from "../../web/SavedElsewhere.tsx";
import { templateFormTexts as texts } from "../../web/texts.ts";
import { type EmailTemplate, emailTemplates } from "../contract.ts";
import { EmailTemplateFields } from "./EmailTemplateFields.tsx";

interface NewEmailProps {
  /** What it begins with. */
  starter: StarterTemplate | undefined;
  onBack: () => void;
  onSaved: (id: number) => void;
}

/** Writes an email template anew, from nothing or from a starter. */
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

/** Changes or deletes a saved email; one that somebody else changed meanwhile is never overwritten unasked. */
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

import { Button, TextInput } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { type CallForm, useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { ChangeButtons, SavedElsewhere } from "#domains/templates/web/ChangeButtons.tsx";
import classes from "#domains/templates/web/TemplateFields.module.css";
import {
  templateFormTexts as formTexts,
  sampleValues,
  templateFormTexts as texts,
} from "#domains/templates/web/texts.ts";
import { type TextTemplate, textTemplates } from "../contract.ts";
import { MessageEditor } from "./MessageEditor.tsx";
import { PhonePreview } from "./PhonePreview.tsx";
import { type Picture, PictureField, usePicture } from "./PictureField.tsx";
import { SegmentBar } from "./SegmentBar.tsx";
import { templateTexts as fieldTexts } from "./texts.ts";

interface NewProps {
  onBack: () => void;
  onSaved: (id: number) => void;
}

/** Writes a template again. */
export function NewTemplate({ onBack, onSaved }: NewProps) {
  const picture = usePicture(null);
  const isSaved = useRef(false);
  const add = useCallForm(textTemplates.add, {
    initialValues: { title: "", template: "" },
    files: () => picture.files,
    invalidates: [textTemplates.list],
    onSuccess: ({ data }) => {
      isSaved.current = true;
      onSaved(data.id);
    },
  });
  useUnsavedChanges(() => !isSaved.current && (add.form.isDirty() || picture.isChanged));
  return (
    <TemplateFields heading={texts.newTemplate} form={add} picture={picture} canChange onBack={onBack}>
      <Button type="submit" loading={add.sending}>
        {texts.save}
      </Button>
    </TemplateFields>
  );
}

interface EditProps {
  template: TextTemplate;
  onBack: () => void;
  /** After it was deleted. */
  onDeleted: () => void;
}

/** Changes or deletes a saved template; one that someone else changed meanwhile is never overwritten unasked. */
export function EditTemplate({ template, onBack, onDeleted }: EditProps) {
  const cache = useQueryClient();
  const canChange = useCan(textTemplates.update);
  const picture = usePicture(template.image);
  const [isChangedElsewhere, setChangedElsewhere] = useState(false);
  const seen = useRef<string | undefined>(template.updated_at);
  const refresh = () => cache.invalidateQueries({ queryKey: [textTemplates.list.name] });
  const update = useCallForm(textTemplates.update, {
    initialValues: { title: template.title, template: template.template },
    params: { id: template.id },
    toBody: (values) => ({
      ...values,
      remove_image: picture.isRemoved ? 1 : 0,
      ...(seen.current && { seen_updated_at: seen.current }),
    }),
    files: () => picture.files,
    onSuccess: async () => {
      setChangedElsewhere(false);
      picture.forget();
      await refresh();
      seen.current = currentOf(cache, template.id)?.updated_at;
    },
    onFailure: ({ status }) => status === 409 && setChangedElsewhere(true),
    quiet: false,
  });
  const { form } = update;
  useUnsavedChanges(() => form.isDirty() || picture.isChanged);
  const remove = useSend(textTemplates.remove, { invalidates: [textTemplates.list], onSuccess: onDeleted });

  const reload = async () => {
    await refresh();
    const current = currentOf(cache, template.id);
    if (!current) return onDeleted();
    seen.current = current.updated_at;
    picture.forget();
    form.setValues({ title: current.title, template: current.template });
    form.resetDirty({ title: current.title, template: current.template });
    setChangedElsewhere(false);
  };
  const keepMine = () => {
    seen.current = undefined;
    update.submit();
  };

  return (
    <TemplateFields heading={template.title} form={update} picture={picture} canChange={canChange} onBack={onBack}>
      {isChangedElsewhere && <SavedElsewhere onReload={() => void reload()} onKeepMine={keepMine} />}
      <Can use={textTemplates.update}>
        <ChangeButtons
          title={template.title}
          isSaving={update.sending}
          isDeleting={remove.isPending}
          onDelete={() => remove.mutate({ params: { id: template.id } })}
        />
      </Can>
    </TemplateFields>
  );
}

/** The template as the list has it now. */
function currentOf(cache: ReturnType<typeof useQueryClient>, id: number): TextTemplate | undefined {
  const [found] = cache.getQueriesData<{ data: { allTemplates: TextTemplate[] } }>({
    queryKey: [textTemplates.list.name],
  });
  return found?.[1]?.data.allTemplates.find((one) => one.id === id);
}

interface Props {
  heading: string;
  form: CallForm<{ title: string; template: string }>;
  picture: Picture;
  canChange: boolean;
  /** Back to the list, on a phone. */
  onBack: () => void;
  /** Buttons and notices. */
  children: ReactNode;
}

/** A template's title, picture and message, with what it costs and how it arrives. */
function TemplateFields({ heading, form: { form, submit }, picture, canChange, onBack, children }: Props) {
  const profile = useCall(accounts.profile).data;
  const message = form.values.template;
  const { usual, longest } = sampleValues(profile);
  return (
    <form className={classes.panes} onSubmit={submit}>
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
        <MessageEditor
          label={fieldTexts.message}
          value={message}
          error={form.errors.template}
          onPointerDown={() => form.clearFieldError("template")}
          readOnly={!canChange}
          onChange={(text) => form.setFieldValue("template", text)}
        />
        <SegmentBar template={message} usual={usual} longest={longest} />
        {canChange && <PictureField picture={picture} />}
        {children}
      </div>
      <div className={classes.preview}>
        <PhonePreview
          template={message}
          values={usual}
          image={picture.shown}
          sender={formatPhone(profile?.location_phone ?? "") || usual.company_name}
        />
        <p>{fieldTexts.preview.footer}</p>
      </div>
    </form>
  );
}

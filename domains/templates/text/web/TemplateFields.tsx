import { Button, TextInput } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import type { CallForm } from "#core/web/form/useCallForm.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { sampleValues } from "../../web/sampleValues.ts";
import classes from "../../web/TemplateFields.module.css";
import { templateFormTexts as formTexts } from "../../web/texts.ts";
import { MessageEditor } from "./MessageEditor.tsx";
import { PhonePreview } from "./PhonePreview.tsx";
import { PictureField } from "./PictureField.tsx";
import { SegmentBar } from "./SegmentBar.tsx";
import { templateTexts as texts } from "./texts.ts";
import type { Picture } from "./usePicture.ts";

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
export function TemplateFields({ heading, form: { form, submit }, picture, canChange, onBack, children }: Props) {
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
          label={texts.message}
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
        <p>{texts.preview.footer}</p>
      </div>
    </form>
  );
}

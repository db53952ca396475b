import { NativeSelect, TextInput, Title } from "@mantine/core";
import { jobPositions } from "#core/registration.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { type AnswerStepProps, textProps, useFocusedField } from "./draftInputs.tsx";
import { positionTexts, draftTexts as texts } from "./texts.ts";
import classes from "./Wizard.module.css";

/** The person who answers for the business. */
export function RepresentativeStep({ draft, field }: AnswerStepProps) {
  const form = useFocusedField(field);
  return (
    <div className={classes.narrow} ref={form}>
      <div>
        <Title order={2}>{texts.personTitle}</Title>
        <p className={classes.quiet}>{texts.personAbout}</p>
      </div>
      <div className={classes.two}>
        <TextInput label={texts.firstName} autoComplete="given-name" {...textProps(draft, "first_name")} />
        <TextInput label={texts.lastName} autoComplete="family-name" {...textProps(draft, "last_name")} />
      </div>
      <div className={classes.two}>
        <TextInput
          label={texts.personEmail}
          type="email"
          autoComplete="email"
          {...textProps(draft, "representative_email")}
        />
        <PhoneInput label={texts.phone} {...textProps(draft, "phone")} onChange={(phone) => draft.set({ phone })} />
      </div>
      <div className={classes.two}>
        <TextInput label={texts.jobTitle} autoComplete="organization-title" {...textProps(draft, "job_title")} />
        <NativeSelect
          label={texts.position}
          data={[
            { value: "", label: "Select" },
            ...jobPositions.map((value) => ({ value, label: positionTexts[value] })),
          ]}
          {...textProps(draft, "job_position")}
        />
      </div>
    </div>
  );
}

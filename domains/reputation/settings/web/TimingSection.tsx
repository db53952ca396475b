import { Button, TextInput } from "@mantine/core";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { type ReviewSettings, reviewSettings } from "../contract.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

const { timing: texts } = reviewSettingsTexts;

/** When somebody may be invited again, and when they are reminded. */
export function TimingSection({ settings }: { settings: ReviewSettings }) {
  const { cooldown_days, reminder_days } = settings;
  const save = useCallForm(reviewSettings.saveTiming, {
    initialValues: { cooldown_days: String(cooldown_days), reminder_days: String(reminder_days) },
    invalidates: [reviewSettings.get],
  });
  return (
    <Section title={texts.title}>
      <form noValidate onSubmit={save.submit} className={classes.form}>
        <TextInput label={texts.cooldown} inputMode="numeric" {...save.form.getInputProps("cooldown_days")} />
        <TextInput
          label={texts.reminder}
          description={texts.reminderHint}
          inputMode="numeric"
          {...save.form.getInputProps("reminder_days")}
        />
        <Button type="submit" variant="default" loading={save.sending}>
          {texts.save}
        </Button>
      </form>
    </Section>
  );
}

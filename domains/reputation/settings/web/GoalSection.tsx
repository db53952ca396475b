import { Button, TextInput } from "@mantine/core";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { type ReviewSettings, reviewSettings } from "../contract.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

const { goal: texts } = reviewSettingsTexts;

/** How many reviews a month the location aims for, and how many invites that takes. */
export function GoalSection({ settings }: { settings: ReviewSettings }) {
  const save = useCallForm(reviewSettings.saveGoal, {
    initialValues: { monthly_goal: String(settings.monthly_goal) },
    invalidates: [reviewSettings.get],
  });
  return (
    <Section title={texts.title}>
      <form noValidate onSubmit={save.submit} className={classes.form}>
        <TextInput
          label={texts.label}
          description={texts.hint}
          inputMode="numeric"
          {...save.form.getInputProps("monthly_goal")}
        />
        <div>
          <p className={classes.soft}>{texts.invites}</p>
          <p className={classes.figure}>{settings.invite_goal.toLocaleString("en-US")}</p>
          <p className={classes.soft}>{texts.invitesHint}</p>
        </div>
        <p className={classes.soft}>{settings.is_assumed === 1 ? texts.assumed : texts.rate(settings.percent)}</p>
        <Button type="submit" variant="default" loading={save.sending}>
          {texts.save}
        </Button>
      </form>
    </Section>
  );
}

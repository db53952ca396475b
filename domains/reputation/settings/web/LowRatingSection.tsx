import { Button, NativeSelect } from "@mantine/core";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { type ReviewSettings, reviewSettings } from "../contract.ts";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

const { low: texts } = reviewSettingsTexts;

/** Up to how many stars a review needs somebody's attention. */
export function LowRatingSection({ settings }: { settings: ReviewSettings }) {
  const save = useCallForm(reviewSettings.saveLowRating, {
    initialValues: { low_rating: String(settings.low_rating) },
    invalidates: [reviewSettings.get],
  });
  return (
    <Section title={texts.title}>
      <form noValidate onSubmit={save.submit} className={classes.form}>
        <NativeSelect
          label={texts.label}
          description={texts.hint}
          data={[1, 2, 3, 4].map((count) => ({ value: String(count), label: texts.stars(count) }))}
          {...save.form.getInputProps("low_rating")}
        />
        <Button type="submit" variant="default" loading={save.sending}>
          {texts.save}
        </Button>
      </form>
    </Section>
  );
}

import "@mantine/core/styles/RadioCard.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Alert, Button, NativeSelect, Radio, Skeleton, Switch, TextInput } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { KioskSection } from "#domains/reputation/kiosk/web/KioskSection.tsx";
import { type ReviewSettings, reviewSettings } from "../contract.ts";
import { type DrawingName, drawings } from "../fields.ts";
import bubbles from "./drawings/bubbles.svg?no-inline";
import card from "./drawings/card.svg?no-inline";
import dealership from "./drawings/dealership.svg?no-inline";
import keys from "./drawings/keys.svg?no-inline";
import road from "./drawings/road.svg?no-inline";
import { ReplyTextsSection } from "./ReplyTextsSection.tsx";
import classes from "./ReviewSettingsScreen.module.css";
import { SitesSection } from "./SitesSection.tsx";
import { TextsSection } from "./TextsSection.tsx";
import { reviewSettingsTexts } from "./texts.ts";

/** What the owner decides about reviews: the goal, where customers leave them, and what invites say and when. */
export function ReviewSettingsScreen() {
  const { data, error } = useCall(reviewSettings.get);
  return (
    <Screen title={reviewSettingsTexts.title}>
      <div className={classes.sections}>
        <SitesSection settings={data} />
        {error && !data && <Alert color="red" title={error.message} />}
        {!error && !data && <Skeleton h="20rem" aria-hidden />}
        {data && (
          <>
            <TextsSection settings={data} />
            <ImageSection settings={data} />
            <div className={classes.pair}>
              <GoalSection settings={data} />
              <TimingSection settings={data} />
            </div>
            <LowRatingSection settings={data} />
            <ReplyTextsSection />
            <KioskSection />
          </>
        )}
      </div>
    </Screen>
  );
}

const { goal: texts } = reviewSettingsTexts;

/** How many reviews a month the location aims for, and how many invites that takes. */
function GoalSection({ settings }: { settings: ReviewSettings }) {
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

const { timing: timingTexts } = reviewSettingsTexts;

/** When someone may be invited again, and when they are reminded. */
function TimingSection({ settings }: { settings: ReviewSettings }) {
  const { cooldown_days, reminder_days } = settings;
  const save = useCallForm(reviewSettings.saveTiming, {
    initialValues: { cooldown_days: String(cooldown_days), reminder_days: String(reminder_days) },
    invalidates: [reviewSettings.get],
  });
  return (
    <Section title={timingTexts.title}>
      <form noValidate onSubmit={save.submit} className={classes.form}>
        <TextInput label={timingTexts.cooldown} inputMode="numeric" {...save.form.getInputProps("cooldown_days")} />
        <TextInput
          label={timingTexts.reminder}
          description={timingTexts.reminderHint}
          inputMode="numeric"
          {...save.form.getInputProps("reminder_days")}
        />
        <Button type="submit" variant="default" loading={save.sending}>
          {timingTexts.save}
        </Button>
      </form>
    </Section>
  );
}

const { low: lowTexts } = reviewSettingsTexts;

/** Up to how many stars a review needs someone's attention. */
function LowRatingSection({ settings }: { settings: ReviewSettings }) {
  const save = useCallForm(reviewSettings.saveLowRating, {
    initialValues: { low_rating: String(settings.low_rating) },
    invalidates: [reviewSettings.get],
  });
  return (
    <Section title={lowTexts.title}>
      <form noValidate onSubmit={save.submit} className={classes.form}>
        <NativeSelect
          label={lowTexts.label}
          description={lowTexts.hint}
          data={[1, 2, 3, 4].map((count) => ({ value: String(count), label: lowTexts.stars(count) }))}
          {...save.form.getInputProps("low_rating")}
        />
        <Button type="submit" variant="default" loading={save.sending}>
          {lowTexts.save}
        </Button>
      </form>
    </Section>
  );
}

const { image: imageTexts } = reviewSettingsTexts;

const addresses: Record<DrawingName, string> = { bubbles, card, dealership, keys, road };

/** Whether invites by text take a picture along, and which. */
function ImageSection({ settings }: { settings: ReviewSettings }) {
  const save = useCallForm(reviewSettings.saveImage, {
    initialValues: { with_image: settings.with_image, image: String(settings.image) },
    invalidates: [reviewSettings.get],
  });
  const { values, setFieldValue, errors } = save.form;
  return (
    <Section title={imageTexts.title}>
      <form noValidate onSubmit={save.submit} className={classes.form}>
        <Switch
          label={imageTexts.label}
          description={imageTexts.hint}
          checked={values.with_image === 1}
          onChange={({ currentTarget }) => setFieldValue("with_image", currentTarget.checked ? 1 : 0)}
        />
        {values.with_image === 1 && (
          <Radio.Group
            label={imageTexts.choose}
            value={values.image}
            error={errors.image}
            onChange={(image) => setFieldValue("image", image)}
            w="100%"
          >
            <div className={classes.images}>
              {drawings.map(({ name, about }, place) => (
                <Radio.Card key={name} value={String(place + 1)} aria-label={about} className={classes.image}>
                  <img src={addresses[name]} alt="" width={400} height={300} />
                  <span>{about}</span>
                </Radio.Card>
              ))}
            </div>
          </Radio.Group>
        )}
        <Button type="submit" variant="default" loading={save.sending}>
          {imageTexts.save}
        </Button>
      </form>
    </Section>
  );
}

import "@mantine/core/styles/RadioCard.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Radio, Switch } from "@mantine/core";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { type ReviewSettings, reviewSettings } from "../contract.ts";
import { type DrawingName, drawings } from "../fields.ts";
import bubbles from "./drawings/bubbles.svg?no-inline";
import card from "./drawings/card.svg?no-inline";
import dealership from "./drawings/dealership.svg?no-inline";
import keys from "./drawings/keys.svg?no-inline";
import road from "./drawings/road.svg?no-inline";
import classes from "./ReviewSettingsScreen.module.css";
import { reviewSettingsTexts } from "./texts.ts";

const { image: texts } = reviewSettingsTexts;

const addresses: Record<DrawingName, string> = { bubbles, card, dealership, keys, road };

/** Whether invites by text take a picture along, and which. */
export function ImageSection({ settings }: { settings: ReviewSettings }) {
  const save = useCallForm(reviewSettings.saveImage, {
    initialValues: { with_image: settings.with_image, image: String(settings.image) },
    invalidates: [reviewSettings.get],
  });
  const { values, setFieldValue, errors } = save.form;
  return (
    <Section title={texts.title}>
      <form noValidate onSubmit={save.submit} className={classes.form}>
        <Switch
          label={texts.label}
          description={texts.hint}
          checked={values.with_image === 1}
          onChange={({ currentTarget }) => setFieldValue("with_image", currentTarget.checked ? 1 : 0)}
        />
        {values.with_image === 1 && (
          <Radio.Group
            label={texts.choose}
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
          {texts.save}
        </Button>
      </form>
    </Section>
  );
}

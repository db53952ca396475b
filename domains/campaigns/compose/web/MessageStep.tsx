import { Button, Title } from "@mantine/core";
import { MessageEditor, SegmentBar } from "#domains/templates/text/web/public.tsx";
import classes from "../../wizard/web/Wizard.module.css";
import { TextOnPhone } from "./TextOnPhone.tsx";
import { composeTexts as texts } from "./texts.ts";
import { useShownValues } from "./useShownValues.ts";
import type { Wizard } from "./useWizard.ts";

/** Writes the message, and shows what it costs and how it arrives. */
export function MessageStep({ wizard: { draft, change, errors } }: { wizard: Wizard }) {
  const { usual, longest } = useShownValues();
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <MessageEditor
          label={texts.message}
          value={draft.message}
          error={errors.campaign_template}
          onChange={(message) => change({ message })}
        />
        <SegmentBar template={draft.message} usual={usual} longest={longest} />
        {draft.image !== null && (
          <section className={classes.card}>
            <div className={classes.head}>
              <Title order={2}>{texts.picture}</Title>
              <Button variant="default" onClick={() => change({ image: null, template_id: 0, removesImage: true })}>
                {texts.removePicture}
              </Button>
            </div>
            <p className={classes.note}>{texts.pictureFrom}</p>
          </section>
        )}
      </div>
      <TextOnPhone draft={draft} />
    </div>
  );
}

import { MessageEditor, PictureField, SegmentBar } from "#domains/templates/text/web/public.tsx";
import classes from "../../wizard/web/Wizard.module.css";
import { TextOnPhone } from "./TextOnPhone.tsx";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";
import { usePictureUpload } from "./usePictureUpload.ts";
import { useShownValues } from "./useShownValues.ts";
import type { Wizard } from "./useWizard.ts";
import { segmentPrice } from "./wizardDraft.ts";

/** Writes the message with its picture, and shows what it costs and how it arrives. */
export function MessageStep({ wizard }: { wizard: Wizard }) {
  const { draft, change, errors } = wizard;
  const { usual, longest } = useShownValues();
  const { data: audience } = useAudience(draft);
  const { isBusy, error, ...picture } = usePictureUpload(wizard);
  const price = audience && segmentPrice(audience);
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <MessageEditor
          label={texts.message}
          value={draft.message}
          error={errors.campaign_template}
          onChange={(message) => change({ message })}
        />
        <SegmentBar
          template={draft.message}
          usual={usual}
          longest={longest}
          saving={price ? `$${(audience.texted * price).toFixed(2)}` : undefined}
        />
        <PictureField picture={picture} isBusy={isBusy} error={error ?? errors.campaign_picture} />
      </div>
      <TextOnPhone draft={draft} />
    </div>
  );
}

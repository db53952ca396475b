import { useSend } from "#core/web/call/useSend.ts";
import { MessageEditor, PictureField, SegmentBar } from "#domains/templates/text/web/public.tsx";
import { campaignPictureField, campaignPictures } from "../../contract.ts";
import classes from "../wizard/Wizard.module.css";
import { TextOnPhone, useShownValues } from "./TextOnPhone.tsx";
import type { TextWizard } from "./textDraft.ts";
import { segmentPrice } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";

/** Writes the message with its picture, and shows what it costs and how it arrives. */
export function MessageStep({ wizard }: { wizard: TextWizard }) {
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

/** The text's picture: uploaded as soon as it is chosen, so that a test and the draft have it. */
function usePictureUpload({ draft, change }: Pick<TextWizard, "draft" | "change">) {
  const upload = useSend(campaignPictures.add, {
    quiet: true,
    onSuccess: ({ data: { picture, image } }) => change({ image, picture, removesImage: false }),
  });
  return {
    shown: draft.image,
    isBusy: upload.isPending,
    error: upload.error ? (upload.error.fields[campaignPictureField.field] ?? upload.error.message) : undefined,
    choose: (picture: File) => upload.mutate({ files: { [campaignPictureField.field]: picture } }),
    remove: () => {
      upload.reset();
      change({ image: null, picture: null, template_id: 0, removesImage: true });
    },
  };
}

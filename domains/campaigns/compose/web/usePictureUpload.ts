import { useSend } from "#core/web/call/useSend.ts";
import { campaignPictureField, campaignPictures } from "../../pictures/contract.ts";
import type { Wizard } from "./useWizard.ts";

/** The text's picture: uploaded as soon as it is chosen, so that a test and the draft have it. */
export function usePictureUpload({ draft, change }: Pick<Wizard, "draft" | "change">) {
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

import type { Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { prepareImage, storeImage } from "#domains/templates/text/server/public.ts";
import { campaignPictureField, type campaignPictures } from "../contract.ts";

export const campaignPictureHandlers: Handlers<typeof campaignPictures> = {
  async add({ within, scope, origin, who, ports, secret }, { file }) {
    const picture = await prepareImage(scope.dealer_id, file, campaignPictureField.field);
    await within(scope, origin, (unit) => storeImage(unit, scope.dealer_id, who.user_id, picture));
    await ports.storage.put(picture.storage_key, picture.bytes, picture.type);
    return { picture: picture.storage_key, image: signedFileUrl(secret, picture.storage_key, ports.clock.now()) };
  },
};

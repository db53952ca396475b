import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { managers } from "#core/people.ts";
import { templateImageField } from "#domains/templates/text/contract.ts";

/** A picture that goes with a text campaign. */
export const campaignPictureField = {
  field: "picture",
  maxBytes: templateImageField.maxBytes,
  missing: templateImageField.missing,
  tooLarge: templateImageField.tooLarge,
} as const;

export const campaignPictures = calls("campaignPictures", {
  add: {
    method: "POST",
    path: "/campaigns/text/picture",
    allow: managers,
    audit: "own rows",
    about:
      "Uploads a picture for a text campaign, re-encoded within the carriers' limits; its key goes into campaigns/text/add's `campaign_picture`. Unused pictures are removed after a day.",
    file: campaignPictureField,
    data: z.object({
      /** Names it; nobody can guess it. */
      picture: z.string(),
      /** A URL of the picture, valid for at least an hour. */
      image: z.string(),
    }),
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

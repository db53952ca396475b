import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { managers } from "#core/people.ts";
import { templateImageField } from "../text/contract.ts";

/** A picture of an email; mail programs get it redrawn. */
export const mailPictureField = {
  field: "picture",
  maxBytes: templateImageField.maxBytes,
  missing: templateImageField.missing,
  tooLarge: templateImageField.tooLarge,
} as const;

/** The most pixels that a picture of an email is wide: twice the column, for sharp screens. */
export const maxMailPictureSide = 1_200;

export const mailPictures = calls("mailPictures", {
  add: {
    method: "POST",
    path: "/templates/email/picture",
    allow: managers,
    audit: "own rows",
    about:
      "Uploads a picture for emails, redrawn for mail programs. Anybody who has its address can see it, for as long as an email shows it; one that no email shows is removed after 30 days.",
    file: mailPictureField,
    data: z.object({
      /** The address to show it from. */
      url: z.string(),
      width: z.number(),
      height: z.number(),
    }),
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

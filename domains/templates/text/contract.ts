import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalFlag, optionalText, required } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { cutToLimit } from "#core/smsCounter.ts";

/** A reusable message, with variables between percent signs. */
export const TextTemplate = z.object({
  id: Id,
  title: z.string(),
  template: z.string(),
  /** A URL of the picture, valid for at least an hour; null without one. */
  image: z.nullable(z.string()),
  /** When it was last changed, to the millisecond. */
  updated_at: Instant,
});
export type TextTemplate = z.infer<typeof TextTemplate>;

/** The most templates that are answered at once. */
export const maxTemplates = 500;

/** The picture that goes with a text; carriers get it re-encoded. */
export const templateImageField = {
  field: "image",
  maxBytes: 10 * 1024 * 1024,
  missing: "Choose a picture",
  tooLarge: "A picture can be up to 10 MB",
  optional: true,
} as const;

const draft = {
  title: required("Template Title is required"),
  // The counter cuts at the same place.
  template: required("Template Content is required", 10_000).check(z.overwrite(cutToLimit)),
};

const pictureRate = { points: 60, seconds: 600, by: "person" } as const;

export const textTemplates = calls("textTemplates", {
  list: {
    method: "POST",
    path: "/templates/text",
    allow: staff,
    supportAccess: "reads",
    about: "The location's text templates, by title.",
    body: z.object({ search_param: z.optional(optionalText()) }),
    data: z.object({ allTemplates: z.array(TextTemplate), truncated: z.boolean() }),
  },
  add: {
    method: "POST",
    path: "/templates/text/add",
    allow: managers,
    audit: "own rows",
    about: "Adds a text template, with an optional picture. Pictures are re-encoded within the carriers' limits.",
    body: z.object(draft),
    file: templateImageField,
    data: z.object({ id: Id }),
    successMessage: "Template saved",
    rate: pictureRate,
    ownTransactions: true,
  },
  update: {
    method: "POST",
    path: "/templates/text/edit/{id}",
    allow: managers,
    audit: "trail",
    about: "Changes a text template. Its picture stays unless a new one is sent or `remove_image` is 1.",
    params: z.object({ id: Id }),
    body: z.object({
      ...draft,
      remove_image: optionalFlag,
      /** The `updated_at` of the template that was open: 409 when someone else changed it since. */
      seen_updated_at: z.optional(optionalText(40)),
    }),
    file: templateImageField,
    data: z.object({ id: Id }),
    successMessage: "Template updated",
    rate: pictureRate,
    ownTransactions: true,
  },
  remove: {
    method: "DELETE",
    path: "/deleteTemplate/text/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a text template. Campaigns keep what they took from it.",
    params: z.object({ id: Id }),
    successMessage: "Template deleted",
  },
});

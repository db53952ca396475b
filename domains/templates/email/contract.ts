import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, inOrder, optionalText, required } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { templateImageField } from "#domains/templates/text/contract.ts";

/** A reusable email, with variables between percent signs. */
export const EmailTemplate = z.object({
  id: Id,
  title: z.string(),
  /** HTML, sanitized. */
  template: z.string(),
  /** When it was last changed, to the millisecond. */
  updated_at: Instant,
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

/** The most characters of a template's HTML. */
export const maxTemplateLength = 200_000;

/** The characters between tags: a template of spaces alone says nothing, one with a picture does. */
export function saysNothing(html: string): boolean {
  if (/<img\b/i.test(html)) return false;
  return html.replace(/<[^>]*>|&nbsp;|\s/g, "") === "";
}

/** The most templates that are answered at once. */
export const maxEmailTemplates = 200;

const missing = "Template Content is required";
const content = required(missing, maxTemplateLength).check(inOrder([(html) => !saysNothing(html), missing]));
const draft = { title: required("Template Title is required"), template: content };

const saved = z.object({
  id: Id,
  /** What wasn't kept of its HTML, in words. */
  removed: z.array(z.string()),
});

/** Sanitizing takes time. */
const rate = { points: 120, seconds: 600, by: "person" } as const;
/** The editor shows the email while someone writes. */
const previewRate = { ...rate, points: 900 };

export const emailTemplates = calls("emailTemplates", {
  list: {
    method: "POST",
    path: "/templates/email",
    allow: staff,
    supportAccess: "reads",
    about: "The location's email templates, by title.",
    body: z.object({ search_param: z.optional(optionalText()) }),
    data: z.object({ allTemplates: z.array(EmailTemplate), truncated: z.boolean() }),
  },
  preview: {
    method: "POST",
    path: "/templates/email/preview",
    allow: staff,
    supportAccess: "reads",
    about:
      "An email as it leaves, with its frame and footer. Variables stay as they are, and its unsubscribe links don't work.",
    body: z.object({ template: optionalText(maxTemplateLength), subject: z.optional(optionalText()) }),
    data: z.object({
      html: z.string(),
      /** Of the HTML; Gmail cuts an email at 102 kB. */
      bytes: z.number(),
      /** What isn't kept of the HTML, in words. */
      removed: z.array(z.string()),
    }),
    rate: previewRate,
  },
  add: {
    method: "POST",
    path: "/templates/email/add",
    allow: managers,
    audit: "own rows",
    about: "Adds an email template. Keeps only the HTML that email apps support.",
    body: z.object(draft),
    data: saved,
    successMessage: "Template saved",
    rate,
  },
  update: {
    method: "POST",
    path: "/templates/email/edit/{id}",
    allow: managers,
    audit: "trail",
    about: "Changes an email template. Keeps only the HTML that email apps support.",
    params: z.object({ id: Id }),
    body: z.object({
      ...draft,
      /** The `updated_at` of the template that was open: 409 when someone else changed it since. */
      seen_updated_at: z.optional(optionalText(40)),
    }),
    data: saved,
    successMessage: "Template updated",
    rate,
  },
  remove: {
    method: "DELETE",
    path: "/deleteTemplate/email/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes an email template. Campaigns keep what they took from it.",
    params: z.object({ id: Id }),
    successMessage: "Template deleted",
  },
});

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
      "Uploads a picture for emails, re-encoded for email apps. Anyone with its address can see it while an email uses it; unused ones are removed after 30 days.",
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

import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Instant, inOrder, name, optionalText, required, sent } from "#core/fields.ts";
import { owner } from "#core/people.ts";
import { parsePhone } from "#core/phone.ts";
import { reachable } from "#core/reachable.ts";

/* The pages that carriers' reviewers open: a business's privacy policy, its terms and where people sign up for its texts. */

export const maxAddition = 2000;

/** What a visitor of the page about texts sends. Unchecked, the box sends nothing. */
export const TextSignUp = z.object({
  first_name: name("Enter your first name", 100),
  last_name: name("Enter your last name", 100),
  phone: required("Enter your cell phone number", 40).check(
    reachable((typed) => parsePhone(typed) !== undefined, "Enter a 10-digit US phone number"),
  ),
  consent: Flag.check(inOrder([(isChecked) => isChecked === 1, "Check this box to agree to get our texts"])),
});
export type TextSignUp = z.infer<typeof TextSignUp>;

export const LegalAdditions = z.object({
  /** Stand below our words on each page, as plain text; empty adds nothing. */
  privacy: sent(optionalText(maxAddition)),
  terms: sent(optionalText(maxAddition)),
});
export type LegalAdditions = z.infer<typeof LegalAdditions>;

const ShownLegalPages = z.object({
  privacy_url: z.string(),
  terms_url: z.string(),
  texts_url: z.string(),
  picture_url: z.string(),
  privacy: z.string(),
  terms: z.string(),
  /** When the additions were saved last; null when there are none yet. */
  saved_at: z.nullable(Instant),
});
export type ShownLegalPages = z.infer<typeof ShownLegalPages>;

export const legalPages = calls("legalPages", {
  show: {
    method: "GET",
    path: "/text-registration/pages",
    allow: owner,
    supportAccess: "reads",
    about:
      "Where the business's privacy policy, terms and sign-up page for texts are, and what the owner added to them.",
    data: ShownLegalPages,
  },
  change: {
    method: "POST",
    path: "/text-registration/pages",
    allow: owner,
    audit: "trail",
    about: "Replaces what the owner adds to the privacy policy and the terms. The rest of both stays as it is.",
    body: LegalAdditions,
    data: ShownLegalPages,
    successMessage: "Pages updated",
  },
});

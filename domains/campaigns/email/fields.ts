import * as z from "zod/mini";
import { inOrder, optionalText } from "#core/fields.ts";
import { brakeOf } from "#domains/campaigns/text/fields.ts";

/** A mail of more characters is none that anybody reads, and a form's body ends soon after. */
export const maxHtml = 500_000;
/** Gmail shows no more of a mail than 102 kB; from here on a warning says so. */
export const clippedBytes = 100_000;
export const maxSubject = 255;

/** The content's HTML, as the editor or somebody's own has it. It is sanitized before it is stored. */
export const htmlField = z._default(
  z
    .string({ error: "Enter text" })
    .check(
      inOrder(
        [(html) => html.length <= maxHtml, "Use a shorter email: up to 500,000 characters"],
        [(html) => !html.includes("\u0000"), "This contains a character we can't save"],
      ),
    ),
  "",
);

export const subjectField = optionalText(maxSubject);

/** What people did with a mail, or their servers. */
export const mailOutcomes = ["opened", "clicked", "not_opened", "bounced", "complained", "unsubscribed"] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** What pauses an email campaign by itself when there is too much of it. */
export const mailBrakeKinds = ["complained", "bounced", "failed"] as const;
export type MailBrakeKind = (typeof mailBrakeKinds)[number];

/** What the check before sending looks at. */
export const preflightKinds = [
  "size",
  "alt",
  "links",
  "subject",
  "variables",
  "placeholders",
  "pictures",
  "address",
  "server",
  "complaints",
] as const;

/** One link of an email; the same address in two places is two of them. */
export const EmailCampaignLink = z.object({
  n: z.number(),
  url: z.string(),
  /** People who followed it. */
  people: z.number(),
  clicks: z.number(),
  /** What programs followed. */
  machine_clicks: z.number(),
});

export const MailBrake = brakeOf(mailBrakeKinds);

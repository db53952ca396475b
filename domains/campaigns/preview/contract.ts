import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalFlag } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { audienceFields, messageField } from "#domains/campaigns/text/fields.ts";

/** So many people are named for each reason. */
export const maxPeopleShown = 50;

/** What a campaign would come to if it were sent like this. */
export const AudiencePreview = z.object({
  /** Everyone in the selected lists. */
  audience: z.number(),
  /** People who get the text. */
  texted: z.number(),
  /** People of those who wait for their morning or for their zone's time. */
  waiting: z.number(),
  segments: z.number(),
  /** US dollars for all segments at the carrier's list price; null when it is unknown. Pictures cost more. */
  price: z.nullable(z.string()),
  /** How long the location's number needs for them, in minutes. */
  minutes: z.number(),
  starts_at: Instant,
  /** When the last of them is due. */
  last_due_at: z.nullable(Instant),
  /** Texts that the business may still send today. */
  left_today: z.number(),
  /** Imported people without consent on file, whom the owner may include. */
  unknown_consent: z.number(),
  /** Everyone else, by the one reason why; the first of them by name. */
  reasons: z.array(
    z.object({
      reason: z.string(),
      text: z.string(),
      count: z.number(),
      people: z.array(z.object({ customer_id: Id, first_name: z.string(), last_name: z.string(), phone: z.string() })),
    }),
  ),
});

export const campaignPreview = calls("campaignPreview", {
  audience: {
    method: "POST",
    path: "/campaigns/text/preview-audience",
    allow: managers,
    supportAccess: "reads",
    about: "Who would get a text campaign, who wouldn't and why, and how many segments and minutes it takes.",
    body: z.object({ campaign_template: messageField, ...audienceFields, include_unknown: optionalFlag }),
    data: AudiencePreview,
    rate: { points: 60, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

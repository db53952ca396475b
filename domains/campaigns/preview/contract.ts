import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalFlag, optionalId, required } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { audienceFields, messageField } from "#domains/campaigns/text/fields.ts";
import { dailyRoomFields } from "#domains/quotas/fields.ts";

/** So many people are named for each reason. */
export const maxPeopleShown = 50;

const PersonLeftOut = z.object({ customer_id: Id, first_name: z.string(), last_name: z.string(), phone: z.string() });
export type PersonLeftOut = z.infer<typeof PersonLeftOut>;

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
  /** Who gets it when, by the time zone that decides about them, in the order of time. */
  zones: z.array(
    z.object({
      /** IANA */
      zone: z.string(),
      /** 1: nothing is known about where these people are. */
      is_guess: z.literal([0, 1]),
      count: z.number(),
      first_due_at: Instant,
      last_due_at: Instant,
    }),
  ),
  ...dailyRoomFields,
  /** People, about, whose turn comes only after the campaign's end: the number is too slow for them, or the limit too low. */
  too_late: z.number(),
  /** Imported people without consent on file, whom the owner may include. */
  unknown_consent: z.number(),
  /** Everyone else, by the one reason why; the first of them by name. */
  reasons: z.array(
    z.object({
      reason: z.string(),
      text: z.string(),
      count: z.number(),
      people: z.array(PersonLeftOut),
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
  leftOut: {
    method: "POST",
    path: "/campaigns/text/preview-left-out",
    allow: managers,
    supportAccess: "reads",
    about:
      "Who would get no text for one reason, page by page in the order of their ids. A page looks at 20,000 people at most, so it can be short or empty; `next_after` goes on, and is null at the end.",
    body: z.object({
      ...audienceFields,
      include_unknown: optionalFlag,
      reason: required("Choose a reason", 20),
      /** The answer before's `next_after`. */
      after: optionalId,
    }),
    data: z.object({ people: z.array(PersonLeftOut), next_after: z.nullable(Id) }),
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
});

import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, Instant, required } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { PlatformFilter } from "#domains/admin/customers/contract.ts";

/** How a campaign reaches people. */
export const platformChannels = ["sms", "email"] as const;
const periods = ["today", "week", "month"] as const;

/** Narrows the campaigns of the whole platform. */
export const PlatformCampaignFilter = z.extend(PlatformFilter, {
  /** Empty: both. */
  channel: z.optional(z.catch(z.enum(["", ...platformChannels]), "")),
  /** Those that handed over texts or emails since then; empty: all. */
  sent: z.optional(z.catch(z.enum(["", ...periods]), "")),
});
export type PlatformCampaignFilter = z.infer<typeof PlatformCampaignFilter>;

/** A campaign of any business. */
export const PlatformCampaign = z.object({
  id: Id,
  dealer_id: Id,
  channel: z.enum(platformChannels),
  title: z.string(),
  campaign_recipient_type: z.enum(["list", "individual"]),
  total_recipients: z.number(),
  /** When it goes, as markup. */
  sent_type: z.string(),
  /** The same as plain data. */
  send_option: z.enum(["now", "later", "timezone"]),
  campaign_status: z.string(),
  /** The business. */
  client: z.string(),
  location: z.string(),
  created_at: Instant,
  /** Null before the first text or email. */
  sent_at: z.nullable(Instant),
  is_deleted: Flag,
  /** 1: it can be held. */
  can_hold: Flag,
  /** Why Rooftop holds it; empty when it doesn't. */
  held_for: z.string(),
});
export type PlatformCampaign = z.infer<typeof PlatformCampaign>;

const params = z.object({ id: Id });

export const platformCampaigns = calls("platformCampaigns", {
  all: {
    method: "GET",
    path: "/admin/campaigns",
    allow: operator,
    about: "The newest 500 campaigns of all clients; truncated says if there are more.",
    data: z.object({ allCampaigns: z.array(PlatformCampaign), truncated: z.boolean() }),
  },
  table: {
    method: "POST",
    path: "/admin/campaigns/dt",
    allow: operator,
    about:
      "Campaigns of all clients or of one, newest first, page by page; filterBy as in admin/clients/dt, `channel` and `sent` narrow.",
    body: PlatformCampaignFilter,
    table: true,
    data: PlatformCampaign,
  },
  hold: {
    method: "POST",
    path: "/admin/campaigns/pause/{id}",
    allow: operator,
    audit: "trail",
    about: "Pauses a client's campaign with a reason that the client reads. Only Rooftop can release it.",
    params,
    body: z.object({ reason: required("Enter a reason", 300) }),
    successMessage: "Campaign paused",
  },
  release: {
    method: "POST",
    path: "/admin/campaigns/release/{id}",
    allow: operator,
    audit: "trail",
    about: "Gives a held campaign back to its client, still paused: the client resumes it.",
    params,
    successMessage: "Campaign released",
  },
});

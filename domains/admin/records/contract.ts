import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, Instant, optionalId, required } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { sincePeriods } from "#domains/admin/clients/contract.ts";
import { consentStates } from "#domains/customers/consent/contract.ts";
import { customerFieldNames, textShape } from "#domains/customers/fields.ts";
import { messageStates } from "#domains/inbox/conversation/contract.ts";

/** A customer of any business. */
export const PlatformCustomer = z.object({
  id: Id,
  dealer_id: Id,
  ...textShape(customerFieldNames),
  /** The name to show: an unknown caller's is the phone number. */
  customer_name: z.string(),
  country_code: z.string(),
  user_image: z.nullable(z.string()),
  location: z.string(),
  client_business_name: z.string(),
  /** 0: the phone has opted out. */
  optin_status: z.literal([0, 1]),
  consent_state: z.enum(consentStates),
  created_at: Instant,
});
export type PlatformCustomer = z.infer<typeof PlatformCustomer>;

/** Filters the rows of the whole platform. */
export const PlatformFilter = z.object({
  /** Limits the rows to one client business. */
  client_id: optionalId,
  filterBy: z._default(z.catch(z.enum(sincePeriods), "all"), "all"),
});
export type PlatformFilter = z.infer<typeof PlatformFilter>;

export const platformCustomers = calls("platformCustomers", {
  all: {
    method: "GET",
    path: "/admin/customers",
    allow: operator,
    about: "The newest 500 customers of all clients; truncated says if there are more.",
    data: z.object({ allCustomers: z.array(PlatformCustomer), truncated: z.boolean() }),
  },
  table: {
    method: "POST",
    path: "/admin/customers/dt",
    allow: operator,
    about: "Customers of all clients or of one, newest first, page by page; filterBy as in admin/clients/dt.",
    body: PlatformFilter,
    table: true,
    data: PlatformCustomer,
  },
});

/** Texts from customers, to them, failed ones, and those of campaigns: as the operator's figures count them. */
export const messageKinds = ["in", "out", "failed", "campaign"] as const;

const PlatformMessageFilter = z.extend(PlatformFilter, {
  /** Empty: all. */
  kind: z.optional(z.catch(z.enum(["", ...messageKinds]), "")),
});
export type PlatformMessageFilter = z.infer<typeof PlatformMessageFilter>;

/** A message of any business. */
export const PlatformMessage = z.object({
  id: Id,
  dealer_id: Id,
  /** Null for a message of a conversation. */
  campaign_name: z.nullable(z.string()),
  customer_name: z.string(),
  /** The business. */
  client: z.string(),
  location: z.string(),
  sent_at: Instant,
  message_status: z.enum(messageStates),
  /** Why it failed, in the carrier's words. */
  error: z.string(),
  is_from_customer: Flag,
  /** Empty when deleted. */
  message: z.string(),
  is_deleted: Flag,
});
export type PlatformMessage = z.infer<typeof PlatformMessage>;

export const platformMessages = calls("platformMessages", {
  all: {
    method: "GET",
    path: "/admin/messages",
    allow: operator,
    about: "The newest 500 messages of all clients; truncated says if there are more.",
    data: z.object({ allMessages: z.array(PlatformMessage), truncated: z.boolean() }),
  },
  table: {
    method: "POST",
    path: "/admin/messages/dt",
    allow: operator,
    about:
      "Messages of all clients or of one, newest first, page by page; filterBy as in admin/clients/dt. The search finds messages that contain every word, and customers by name, phone and email; `kind` narrows.",
    body: PlatformMessageFilter,
    table: true,
    data: PlatformMessage,
  },
});

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
    about: "Releases a held campaign to its client, still paused; the client resumes it.",
    params,
    successMessage: "Campaign released",
  },
});

/** One entry of an audit trail. */
export const LogEntry = z.object({
  id: Id,
  date_created: Instant,
  /** One sentence: who did what, for which business, from which IP. */
  message: z.string(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const logs = calls("logs", {
  all: {
    method: "GET",
    path: "/admin/logs",
    allow: operator,
    about: "The newest 500 entries of all audit trails; truncated says if there are more.",
    data: z.object({ allLogs: z.array(LogEntry), truncated: z.boolean() }),
  },
  table: {
    method: "POST",
    path: "/admin/logs/dt",
    allow: operator,
    about:
      "The audit trail of the platform, or of one client, newest first, page by page; filterBy as in admin/clients/dt. The search covers the newest 10,000 matching entries.",
    body: PlatformFilter,
    table: true,
    data: LogEntry,
  },
});

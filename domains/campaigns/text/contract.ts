import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalFlag, optionalId, optionalText, optionalWholeNumber, required } from "#core/fields.ts";
import { managers, owner, staff } from "#core/people.ts";
import { periods } from "#core/periods.ts";
import { consentStates } from "#domains/customers/consent/contract.ts";
import {
  audienceFields,
  CampaignBrake,
  CampaignForecast,
  campaignDetailFields,
  campaignListFields,
  campaignRowFields,
  draftSavingFields,
  messageField,
  PeriodFigures,
  RecipientSearch,
  recipientStates,
} from "./fields.ts";

export const consentWords = "These clients have consented to receive marketing communications.";
export const collectedWords = "We collected these contacts ourselves; none were bought, rented or shared.";

/** The specification's texts, as it spells them. */
export const submitTexts = {
  name: "Campaign name is required!",
  consent: "Clients must consent to receive marketing messages.",
  list: "Please select at least 1 list!",
  customer: "Please select at least 1 customer!",
} as const;

export const CampaignDraft = z.object({
  save_type: z.optional(optionalText(20)),
  title: required(submitTexts.name),
  /** A draft's id, to change or send it. */
  campaign_id: optionalId,
  /** 0: the message was written for this campaign. */
  campaign_template_id: optionalId,
  campaign_template: messageField,
  /** The key of an uploaded picture; it takes precedence over the template's. */
  campaign_picture: z.optional(optionalText(200)),
  /** 1 removes the draft's picture. Otherwise it stays, unless a template's or an uploaded one replaces it. */
  remove_image: optionalFlag,
  ...audienceFields,
  /** The two switches. Absent: the client can't submit without the first. */
  consent: optionalFlag,
  consent_collected: optionalFlag,
  /** The number of imported people without consent on file, confirmed by the owner. */
  confirm_unknown: z.optional(optionalWholeNumber(10_000_000, "Enter a number of people")),
  ...draftSavingFields,
});
export type CampaignDraft = z.infer<typeof CampaignDraft>;

/** A campaign's figures, each of them counted from its people's rows. */
const CampaignStats = z.object({
  campaign_date: z.nullable(Instant),
  audience: z.number(),
  /** Texts that the carrier took, whatever became of them. */
  handed: z.number(),
  delivered: z.number(),
  failed: z.number(),
  skipped: z.number(),
  waiting: z.number(),
  /** People who opted out within 72 hours after the text. */
  unsubscribes: z.number(),
  /** People who replied within 72 hours, except with an opt-out. */
  replies: z.number(),
  /** People who made an appointment within 14 days. */
  appointments: z.number(),
});
export type CampaignStats = z.infer<typeof CampaignStats>;

/** A text campaign as the specification's screens show it. */
export const TextCampaign = z.object({
  id: Id,
  title: z.string(),
  ...campaignRowFields,
  is_image: z.literal([0, 1]),
  stats: CampaignStats,
});
export type TextCampaign = z.infer<typeof TextCampaign>;

const CampaignDetail = z.extend(TextCampaign, {
  campaign_image: z.nullable(z.string()),
  /** The picture's key. */
  campaign_picture: z.nullable(z.string()),
  campaign_template: z.string(),
  campaign_template_id: z.number(),
  campaign_template_image: z.nullable(z.string()),
  ...campaignDetailFields,
  /** What is left of a campaign that is sending; null for others. */
  forecast: z.nullable(CampaignForecast),
  /** What pauses the campaign by itself, with today's values. */
  brake: CampaignBrake,
});

/** A row of a campaign's detail. */
export const CampaignRecipient = z.object({
  id: z.number(),
  customer_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** 0 when opted out. */
  optin_status: z.literal([0, 1]),
  consent_state: z.enum(consentStates),
  phone: z.string(),
  /** The state in words. */
  message_status: z.string(),
  state: z.enum(recipientStates),
  /** Why they were skipped; empty for the others. */
  reason: z.string(),
  /** The reason in words, or the carrier's error. */
  error: z.string(),
  created_at: Instant,
  sent_at: z.nullable(Instant),
  message: z.string(),
  /** Their conversation; null without one. */
  chat_id: z.nullable(Id),
  replied_at: z.nullable(Instant),
  /** The appointment they made within 14 days. */
  appointment_id: z.nullable(Id),
  unsubscribed_at: z.nullable(Instant),
});
export type CampaignRecipient = z.infer<typeof CampaignRecipient>;

const idParams = z.object({ id: Id });

export const textCampaigns = calls("textCampaigns", {
  table: {
    method: "POST",
    path: "/campaigns/text/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "The location's text campaigns, newest first; `status` (`waiting`: for the registration of their number) and `period`, in which they were created, filter.",
    table: true,
    body: z.object(campaignListFields),
    data: TextCampaign,
  },
  waiting: {
    method: "GET",
    path: "/campaigns/text/waiting",
    allow: owner,
    about:
      "How many text campaigns wait for the registration of their number, at each of the business's locations that has any.",
    data: z.array(z.object({ location_id: Id, location: z.string(), campaigns: z.number() })),
    ownTransactions: true,
  },
  figures: {
    method: "POST",
    path: "/campaigns/text/figures",
    allow: staff,
    supportAccess: "reads",
    about: "Totals for all campaign texts sent in a period, counted from their recipients.",
    body: z.object({ period: z._default(z.enum(periods, { error: "Select a period from the list" }), "month") }),
    data: PeriodFigures,
  },
  lists: {
    method: "GET",
    path: "/campaigns/text/list-detail/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "The lists that a text campaign goes to.",
    params: idParams,
    data: z.object({
      allCampaignsListDetail: z.array(z.object({ customer_list: z.object({ id: Id, title: z.string() }) })),
    }),
  },
  one: {
    method: "POST",
    path: "/campaigns/text/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "A text campaign with its figures, as `campaignDetail` and as `campaignData`.",
    params: idParams,
    data: z.object({ campaignDetail: CampaignDetail, campaignData: CampaignDetail }),
  },
  recipients: {
    method: "POST",
    path: "/campaigns/text/{id}/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "Everyone in a text campaign's audience, each with their result or the reason they got nothing; `state`, `reason`, `error_code` and `outcome` filter.",
    params: idParams,
    table: true,
    body: RecipientSearch,
    data: CampaignRecipient,
  },
  add: {
    method: "POST",
    path: "/campaigns/text/add",
    allow: managers,
    audit: "trail",
    about:
      "Sends or schedules a text campaign, or saves it as a draft; with `campaign_id` it changes or sends that draft.",
    body: CampaignDraft,
    data: z.object({ id: Id, version: z.number() }),
    rate: { points: 120, seconds: 600, by: "person" },
  },
  remove: {
    method: "DELETE",
    path: "/deletecampaign/text/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a text campaign from the list. A running one is canceled first; what was sent stays on record.",
    params: idParams,
    successMessage: "Campaign deleted",
  },
  pause: {
    method: "POST",
    path: "/campaigns/text/pause/{id}",
    allow: managers,
    audit: "trail",
    about: "Pauses a text campaign: what the carrier doesn't have yet stays.",
    params: idParams,
    successMessage: "Campaign paused",
  },
  resume: {
    method: "POST",
    path: "/campaigns/text/resume/{id}",
    allow: managers,
    audit: "trail",
    about: "Resumes a paused or stopped text campaign.",
    params: idParams,
    successMessage: "Campaign resumed",
  },
  cancel: {
    method: "POST",
    path: "/campaigns/text/cancel/{id}",
    allow: managers,
    audit: "trail",
    about: "Permanently cancels a text campaign. No one else is texted.",
    params: idParams,
    successMessage: "Campaign canceled",
  },
  duplicate: {
    method: "POST",
    path: "/campaigns/text/duplicate/{id}",
    allow: managers,
    audit: "trail",
    about: "Copies this text campaign as a new draft.",
    params: idParams,
    data: z.object({ id: Id }),
    successMessage: "Campaign duplicated",
  },
  listNotReached: {
    method: "POST",
    path: "/campaigns/text/not-reached/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Makes a list of the people a text campaign didn't reach, except those who opted out or share another recipient's phone.",
    params: idParams,
    data: z.object({ list_id: z.nullable(Id), people: z.number() }),
    successMessage: "List created",
  },
  ofChat: {
    method: "GET",
    path: "/chatCampaigns/get/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about: "The campaigns that reached a chat's customer, newest first.",
    params: z.object({ chat_id: Id }),
    data: z.array(z.object({ id: Id, title: z.string() })),
  },
});

export const campaignEvents = events({
  waiting: {
    event: "campaigns-waiting-changed",
    to: "dealer",
    about: "A text campaign began to wait for the registration of its number, or no longer does.",
    payload: z.object({}),
  },
  changed: {
    event: "campaign-changed",
    to: "location",
    about: "A text campaign started, went on, paused, stopped or ended; at most every few seconds while it sends.",
    payload: z.object({ campaign_id: Id }),
  },
});

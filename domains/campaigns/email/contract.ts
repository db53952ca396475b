import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalId, optionalText, optionalWholeNumber, required } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import {
  audienceFields,
  campaignDetailFields,
  campaignListFields,
  campaignRowFields,
  draftSavingFields,
  recipientStates,
} from "#domains/campaigns/text/fields.ts";
import { EmailCampaignLink, htmlField, MailBrake, mailOutcomes, subjectField } from "./fields.ts";

/** What a campaign needs before it can be sent; the first, third and fourth are the specification's, as it spells them. */
export const mailSubmitTexts = {
  name: "Campaign name is required!",
  subject: "Enter a subject",
  list: "Please select at least 1 list!",
  customer: "Please select at least 1 customer!",
  template: "Write the email first",
  server: "Email isn't set up yet. Contact Rooftop support.",
  postalAddress: "Enter this location's mailing address first. The law requires one below every marketing email.",
} as const;

export const EmailCampaignDraft = z.object({
  /** `draft`: nothing is sent yet. */
  save_type: z.optional(optionalText(20)),
  title: required(mailSubmitTexts.name),
  /** A draft's id, to change or send it. */
  campaign_id: optionalId,
  email_subject: z._default(subjectField, ""),
  /** What mail programs show after the subject. Empty: the beginning of the email. */
  email_preheader: z._default(subjectField, ""),
  /** HTML. */
  campaign_template: htmlField,
  ...audienceFields,
  ...draftSavingFields,
});
export type EmailCampaignDraft = z.infer<typeof EmailCampaignDraft>;

/** A campaign's figures, each of them counted from its people's rows. */
const EmailCampaignStats = z.object({
  campaign_date: z.nullable(Instant),
  audience: z.number(),
  /** In percent, with at most two decimals: of the emails handed over. */
  delivered: z.number(),
  /** In percent of the delivered ones: people, estimated, because some programs open nothing and others everything. */
  opened: z.number(),
  clicked: z.number(),
  /** In percent of the emails handed over. */
  bounces: z.number(),
  /** Emails that the mail server took, whatever became of them. */
  handed: z.number(),
  /** Taken, and not returned since. */
  delivered_count: z.number(),
  opened_count: z.number(),
  clicked_count: z.number(),
  bounced_count: z.number(),
  /** People whose email only programs opened: scanners, and mailboxes that load pictures ahead. */
  machine_opened_count: z.number(),
  failed: z.number(),
  /** Nobody knows whether they left. They are never sent again by themselves. */
  unknown: z.number(),
  skipped: z.number(),
  waiting: z.number(),
  unsubscribes: z.number(),
  complaints: z.number(),
  /** People who made an appointment within 14 days. */
  appointments: z.number(),
});
export type EmailCampaignStats = z.infer<typeof EmailCampaignStats>;

/** An email campaign as the specification's screens show it. */
export const EmailCampaign = z.object({
  id: Id,
  title: z.string(),
  email_subject: z.string(),
  ...campaignRowFields,
  stats: EmailCampaignStats,
});
export type EmailCampaign = z.infer<typeof EmailCampaign>;

export const EmailCampaignDetail = z.extend(EmailCampaign, {
  /** HTML, sanitized. */
  campaign_template: z.string(),
  email_preheader: z.string(),
  ...campaignDetailFields,
  links: z.array(EmailCampaignLink),
  brake: MailBrake,
});
export type EmailCampaignDetail = z.infer<typeof EmailCampaignDetail>;

/** A row of a campaign's detail. */
export const EmailCampaignRecipient = z.object({
  id: z.number(),
  customer_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** 0 when the address gets no marketing email: unsubscribed, bounced or complained. */
  optin_status: z.literal([0, 1]),
  /** The state in words. */
  message_status: z.string(),
  state: z.enum(recipientStates),
  /** Why they were skipped; empty for the others. */
  reason: z.string(),
  /** The reason in words, or the mail server's. */
  error: z.string(),
  /** What came back: empty, `hard`, `soft` or `policy`. */
  bounce: z.string(),
  /** 1: gets no email because of a bounce, which an owner can undo. */
  is_bounce_hold: z.literal([0, 1]),
  created_at: Instant,
  sent_at: z.nullable(Instant),
  /** The subject that they got; the whole email is at `view_url`. */
  message: z.string(),
  /** Their email as a page; empty when they got none. */
  view_url: z.string(),
  opened_at: z.nullable(Instant),
  clicked_at: z.nullable(Instant),
  /** 1: only programs opened it. */
  is_machine_open: z.literal([0, 1]),
  unsubscribed_at: z.nullable(Instant),
  complained_at: z.nullable(Instant),
  appointment_id: z.nullable(Id),
});
export type EmailCampaignRecipient = z.infer<typeof EmailCampaignRecipient>;

/** Which people of a campaign to show. */
const RecipientFilter = z.object({
  /** A state, or several with commas between. */
  state: z.optional(optionalText(100)),
  reason: z.optional(optionalText(20)),
  outcome: z.optional(z.enum(["", ...mailOutcomes], { error: "Select what people did" })),
  /** The number of a link: who followed it. */
  link: z.optional(optionalWholeNumber(10_000, "Select a link")),
});

const idParams = z.object({ id: Id });

export const emailCampaigns = calls("emailCampaigns", {
  table: {
    method: "POST",
    path: "/campaigns/email/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The location's email campaigns, newest first; `status` and `period`, in which they were created, filter.",
    table: true,
    body: z.object(campaignListFields),
    data: EmailCampaign,
  },
  all: {
    method: "POST",
    path: "/campaigns/email",
    allow: staff,
    supportAccess: "reads",
    about: "The location's newest 500 email campaigns; truncated says if there are more.",
    data: z.object({ allCampaigns: z.array(EmailCampaign), truncated: z.boolean() }),
  },
  lists: {
    method: "GET",
    path: "/campaigns/email/list-detail/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "The lists that an email campaign goes to.",
    params: idParams,
    data: z.object({
      allCampaignsListDetail: z.array(z.object({ customer_list: z.object({ id: Id, title: z.string() }) })),
    }),
  },
  one: {
    method: "POST",
    path: "/campaigns/email/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "An email campaign with its figures and its links.",
    params: idParams,
    data: z.object({ campaignDetail: EmailCampaignDetail }),
  },
  recipients: {
    method: "POST",
    path: "/campaigns/email/{id}/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "Everyone in an email campaign's audience, each with their result or the reason they got nothing; `state`, `reason`, `outcome` and `link` filter.",
    params: idParams,
    table: true,
    body: RecipientFilter,
    data: EmailCampaignRecipient,
  },
  add: {
    method: "POST",
    path: "/campaigns/email/add",
    allow: managers,
    audit: "trail",
    about:
      "Sends or schedules an email campaign, or saves it as a draft; with `campaign_id` it changes or sends that draft.",
    body: EmailCampaignDraft,
    data: z.object({ id: Id, version: z.number() }),
    rate: { points: 120, seconds: 600, by: "person" },
  },
  remove: {
    method: "DELETE",
    path: "/deletecampaign/email/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Deletes an email campaign from the list. A running one is canceled first; what was sent stays on record, and its links keep working.",
    params: idParams,
    successMessage: "Campaign deleted",
  },
  pause: {
    method: "POST",
    path: "/campaigns/email/pause/{id}",
    allow: managers,
    audit: "trail",
    about: "Pauses an email campaign: what the mail server doesn't have yet stays.",
    params: idParams,
    successMessage: "Campaign paused",
  },
  resume: {
    method: "POST",
    path: "/campaigns/email/resume/{id}",
    allow: managers,
    audit: "trail",
    about: "Resumes a paused or stopped email campaign.",
    params: idParams,
    successMessage: "Campaign resumed",
  },
  cancel: {
    method: "POST",
    path: "/campaigns/email/cancel/{id}",
    allow: managers,
    audit: "trail",
    about: "Permanently cancels an email campaign. No one else gets it.",
    params: idParams,
    successMessage: "Campaign canceled",
  },
  listPeople: {
    method: "POST",
    path: "/campaigns/email/people-list/{id}",
    allow: managers,
    audit: "trail",
    about: "Makes a customer list of an email campaign's recipients under the same filters.",
    params: idParams,
    body: z.extend(RecipientFilter, {
      /** The list's name begins with it: "Not opened". */
      label: required("Enter what these people have in common", 60),
    }),
    data: z.object({ list_id: z.nullable(Id), people: z.number() }),
    successMessage: "List created",
  },
  duplicate: {
    method: "POST",
    path: "/campaigns/email/duplicate/{id}",
    allow: managers,
    audit: "trail",
    about: "Copies this email campaign as a new draft.",
    params: idParams,
    data: z.object({ id: Id }),
    successMessage: "Campaign duplicated",
  },
});

import type { BodyInput } from "#core/call.ts";
import type { FieldErrors } from "#core/failure.ts";
import { unknownVariables } from "#core/variables.ts";
import { unfinishedInMail } from "#domains/templates/rules.ts";
import { type EmailCampaignDetail, type emailCampaigns, mailSubmitTexts } from "../../../email/contract.ts";
import {
  audienceFieldsOf,
  emptyAudience,
  recipientErrors,
  savedAudience,
  timeErrors,
} from "../wizard/audienceDraft.ts";
import type { CampaignWizard, SavedAs, WizardDraftBase } from "../wizard/useCampaignWizard.ts";
import type { WizardPlan } from "../wizard/wizardPlan.ts";

/** What the four steps collect. */
export interface EmailDraft extends WizardDraftBase {
  subject: string;
  preheader: string;
  /** The template that it began with; 0 for none. */
  template_id: number;
  html: string;
}

/** The email campaign at work. */
export type EmailWizard = CampaignWizard<EmailDraft>;

export const emptyEmail: EmailDraft = {
  ...emptyAudience,
  title: "",
  subject: "",
  preheader: "",
  template_id: 0,
  html: "",
};

/** A saved draft in the wizard. */
export function emailDraftOf(saved: EmailCampaignDetail): EmailDraft {
  return {
    ...emptyEmail,
    ...savedAudience(saved),
    title: saved.title,
    subject: saved.email_subject,
    preheader: saved.email_preheader,
    html: saved.campaign_template,
  };
}

/** Who gets it, and when, as the calls take it. Email isn't limited to one in some days. */
export const emailAudienceOf = (draft: EmailDraft) => ({ ...audienceFieldsOf(draft), campaign_exclude_days: 0 });

/** The email itself, as the calls take it. */
export function emailFieldsOf({ subject, preheader, html }: EmailDraft) {
  return { email_subject: subject, email_preheader: preheader, campaign_template: html };
}

/** What `campaigns/email/add` takes: a draft, or the campaign that is to be sent. */
export function emailBodyOf(
  draft: EmailDraft,
  { id, version, client_id }: SavedAs,
  asDraft: boolean,
): BodyInput<typeof emailCampaigns.add> {
  return {
    ...emailAudienceOf(draft),
    ...emailFieldsOf(draft),
    save_type: asDraft ? "draft" : "",
    title: draft.title,
    client_id,
    ...(id !== undefined && { campaign_id: id }),
    ...(version !== undefined && { version }),
  };
}

/** True when nothing of the HTML would be seen. */
export const isBlankHtml = (html: string) =>
  !/<(img|hr)\b/i.test(html) && html.replace(/<[^>]*>|&nbsp;|&#160;|\s/gi, "") === "";

/** What keeps a step from being left: field → text. */
function emailErrors(draft: EmailDraft, step: number): FieldErrors {
  if (step === 1) return detailErrors(draft);
  if (step === 2) {
    const template = isBlankHtml(draft.html)
      ? mailSubmitTexts.template
      : misspelling(draft.html.replace(/<[^>]*>/g, ""));
    return template === undefined ? {} : { campaign_template: template };
  }
  return step === 4 ? { ...recipientErrors(draft), ...timeErrors(draft) } : {};
}

function detailErrors({ title, subject, preheader }: EmailDraft): FieldErrors {
  const inSubject = subject.trim() === "" ? mailSubmitTexts.subject : misspelling(subject);
  const inPreheader = misspelling(preheader);
  return {
    ...(title.trim() === "" && { title: mailSubmitTexts.name }),
    ...(inSubject !== undefined && { email_subject: inSubject }),
    ...(inPreheader !== undefined && { email_preheader: inPreheader }),
  };
}

function misspelling(text: string): string | undefined {
  const [misspelt] = unknownVariables(text, undefined, "any");
  return misspelt && `There is no variable ${misspelt}. Correct or remove it`;
}

/** The four steps of an email campaign. */
export const emailPlan: WizardPlan<EmailDraft> = {
  steps: ["Details", "Customize Template", "Review", "Recipients"],
  errorsOf: emailErrors,
  unfinishedIn: (draft) => unfinishedInMail(emailFieldsOf(draft)),
  stepOfField: { title: 1, email_subject: 1, email_preheader: 1, campaign_template: 2 },
  // The review says where it is set.
  stepOfRefusal: { [mailSubmitTexts.postalAddress]: 3 },
};

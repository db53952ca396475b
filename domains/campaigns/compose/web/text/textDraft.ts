import type { BodyInput, DataOf } from "#core/call.ts";
import type { FieldErrors } from "#core/failure.ts";
import { unknownVariables } from "#core/variables.ts";
import { unfinishedInText } from "#domains/templates/rules.ts";
import { submitTexts, type textCampaigns } from "../../../text/contract.ts";
import {
  audienceFieldsOf,
  emptyAudience,
  recipientErrors,
  savedAudience,
  timeErrors,
} from "../wizard/audienceDraft.ts";
import type { CampaignWizard, SavedAs, WizardDraftBase } from "../wizard/useCampaignWizard.ts";
import type { WizardPlan } from "../wizard/wizardPlan.ts";

/** What the five steps collect. */
export interface TextDraft extends WizardDraftBase {
  template_id: number;
  message: string;
  /** A URL of the picture that goes along. */
  image: string | null;
  /** The picture's key once it was uploaded or saved; null when it is the template's, or there is none. */
  picture: string | null;
  removesImage: boolean;
  excludes: boolean;
  exclude_days: number;
  consent: boolean;
  collected: boolean;
  /** The number of imported people without consent on file that the owner confirmed. */
  unknown: number | null;
}

/** The text campaign at work. */
export type TextWizard = CampaignWizard<TextDraft>;

export const emptyText: TextDraft = {
  ...emptyAudience,
  title: "",
  template_id: 0,
  message: "",
  image: null,
  picture: null,
  removesImage: false,
  excludes: false,
  exclude_days: 7,
  consent: false,
  collected: false,
  unknown: null,
};

type Saved = DataOf<typeof textCampaigns.one>["campaignData"];

/** An unsaved draft that is taken up again. */
export const unconfirmed = (draft: TextDraft): TextDraft => ({
  ...draft,
  consent: false,
  collected: false,
  unknown: null,
});

/** A saved draft in the wizard. What its sender confirms is confirmed anew each time. */
export function textDraftOf(saved: Saved): TextDraft {
  return {
    ...emptyText,
    ...savedAudience(saved),
    title: saved.title,
    template_id: saved.campaign_template_id,
    message: saved.campaign_template,
    image: saved.campaign_image,
    picture: saved.campaign_picture,
    excludes: saved.campaign_exclude_days > 0,
    exclude_days: saved.campaign_exclude_days || emptyText.exclude_days,
  };
}

/** Who gets it, and when, as the calls take it. */
export function audienceBody(draft: TextDraft) {
  return {
    ...audienceFieldsOf(draft),
    campaign_template: draft.message,
    campaign_exclude_days: draft.excludes ? draft.exclude_days : 0,
  };
}

/** US dollars for one segment; undefined where the price is unknown or texts are simulated. */
export function segmentPrice({ price, segments }: { price: string | null; segments: number }): number | undefined {
  return price === null || segments === 0 ? undefined : Number(price) / segments;
}

/** What `campaigns/text/add` takes: a draft, or the campaign that is to be sent. */
export function textBodyOf(
  draft: TextDraft,
  { id, version, client_id }: SavedAs,
  asDraft: boolean,
): BodyInput<typeof textCampaigns.add> {
  return {
    ...audienceBody(draft),
    save_type: asDraft ? "draft" : "",
    title: draft.title,
    campaign_template_id: draft.template_id,
    ...(draft.picture !== null && { campaign_picture: draft.picture }),
    remove_image: draft.removesImage ? 1 : 0,
    consent: draft.consent ? 1 : 0,
    consent_collected: draft.collected ? 1 : 0,
    client_id,
    ...(draft.unknown !== null && { confirm_unknown: draft.unknown }),
    ...(id !== undefined && { campaign_id: id }),
    ...(version !== undefined && { version }),
  };
}

/** The wizard's own words for what the server calls `submitTexts.consent`. */
export const mustAccept = "Must accept consent before continuing.";

/** What keeps a step from being left: field → text. */
export function stepErrors(draft: TextDraft, step: number): FieldErrors {
  if (step === 1) return draft.title.trim() === "" ? { title: submitTexts.name } : {};
  if (step === 2) return messageErrors(draft.message);
  if (step === 4) return { ...recipientErrors(draft), ...consentErrors(draft) };
  return step === 5 ? timeErrors(draft) : {};
}

function messageErrors(message: string): FieldErrors {
  if (message.trim() === "") return { campaign_template: "Message cannot be empty" };
  const [misspelt] = unknownVariables(message, undefined, "any");
  return misspelt ? { campaign_template: `There is no variable ${misspelt}. Correct or remove it` } : {};
}

function consentErrors({ consent, collected }: TextDraft): FieldErrors {
  return {
    ...(!consent && { consent: mustAccept }),
    ...(!collected && { consent_collected: mustAccept }),
  };
}

const stepOfField: Readonly<Record<string, number>> = {
  title: 1,
  campaign_template_id: 1,
  campaign_template: 2,
  campaign_picture: 2,
  campaign_customers_list: 4,
  campaign_customers: 4,
  campaign_exclude_days: 4,
  consent: 4,
  consent_collected: 4,
  confirm_unknown: 4,
};

/** The five steps of a text campaign. */
export const textPlan: WizardPlan<TextDraft> = {
  steps: ["Template", "Message", "Preview", "Recipients", "Sending"],
  errorsOf: stepErrors,
  unfinishedIn: ({ message }) => unfinishedInText(message),
  stepOfField,
};

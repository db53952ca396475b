import type { BodyInput, DataOf } from "#core/call.ts";
import type { FieldErrors } from "#core/failure.ts";
import { unknownVariables } from "#core/variables.ts";
import type { SendOption } from "../../rules.ts";
import { submitTexts, type textCampaigns } from "../../text/contract.ts";

/** What the five steps collect. */
export interface WizardDraft {
  title: string;
  template_id: number;
  message: string;
  /** A URL of the picture that goes along. */
  image: string | null;
  removesImage: boolean;
  type: "list" | "individual";
  lists: readonly number[];
  customers: readonly number[];
  excludes: boolean;
  exclude_days: number;
  consent: boolean;
  collected: boolean;
  /** The number of imported people without consent on file that the owner confirmed. */
  unknown: number | null;
  option: SendOption;
  date: string;
  time: string;
  zone: string;
}

export const steps = ["Template", "Message", "Preview", "Recipients", "Sending"] as const;
export const lastStep: number = steps.length;

export const emptyDraft: WizardDraft = {
  title: "",
  template_id: 0,
  message: "",
  image: null,
  removesImage: false,
  type: "list",
  lists: [],
  customers: [],
  excludes: false,
  exclude_days: 7,
  consent: false,
  collected: false,
  unknown: null,
  option: "now",
  date: "",
  time: "",
  zone: "",
};

type Saved = DataOf<typeof textCampaigns.one>["campaignData"];

/** A saved draft in the wizard. What its sender confirms is confirmed anew each time. */
export function draftOf(saved: Saved): WizardDraft {
  return {
    ...emptyDraft,
    title: saved.title,
    template_id: saved.campaign_template_id,
    message: saved.campaign_template,
    image: saved.campaign_image,
    type: saved.campaign_recipient_type,
    lists: saved.campaign_customers_list,
    customers: saved.campaign_customers,
    excludes: saved.campaign_exclude_days > 0,
    exclude_days: saved.campaign_exclude_days || emptyDraft.exclude_days,
    option: saved.campaign_send_option,
    date: saved.campaign_send_date,
    time: saved.campaign_send_time,
    zone: saved.campaign_send_timezone,
  };
}

/** Who gets it, and when, as the calls take it. */
export function audienceBody(draft: WizardDraft) {
  const isNow = draft.option === "now";
  return {
    campaign_template: draft.message,
    campaign_recipient_type: draft.type,
    campaign_customers_list: [...draft.lists],
    campaign_customers: [...draft.customers],
    campaign_exclude_days: draft.excludes ? draft.exclude_days : 0,
    campaign_send_option: draft.option,
    campaign_send_date: isNow ? "" : draft.date,
    campaign_send_time: isNow ? "" : draft.time,
    campaign_send_timezone: draft.option === "timezone" ? draft.zone : "",
  };
}

interface SavedAs {
  readonly id: number | undefined;
  readonly version: number | undefined;
  readonly client_id: string;
}

/** What `campaigns/text/add` takes: a draft, or the campaign that is to be sent. */
export function bodyOf(
  draft: WizardDraft,
  { id, version, client_id }: SavedAs,
  asDraft: boolean,
): BodyInput<typeof textCampaigns.add> {
  return {
    ...audienceBody(draft),
    save_type: asDraft ? "draft" : "",
    title: draft.title,
    campaign_template_id: draft.template_id,
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
export function stepErrors(draft: WizardDraft, step: number): FieldErrors {
  if (step === 1) return draft.title.trim() === "" ? { title: submitTexts.name } : {};
  if (step === 2) return messageErrors(draft.message);
  if (step === 4) return recipientErrors(draft);
  if (step === 5 && draft.option !== "now") {
    return {
      ...(draft.date === "" && { campaign_send_date: "Choose a day" }),
      ...(draft.time === "" && { campaign_send_time: "Choose a time" }),
    };
  }
  return {};
}

function messageErrors(message: string): FieldErrors {
  if (message.trim() === "") return { campaign_template: "Message cannot be empty" };
  const [misspelt] = unknownVariables(message);
  return misspelt ? { campaign_template: `There is no variable ${misspelt}. Correct or remove it` } : {};
}

function recipientErrors({ type, lists, customers, consent, collected }: WizardDraft): FieldErrors {
  return {
    ...(type === "list" && lists.length === 0 && { campaign_customers_list: submitTexts.list }),
    ...(type === "individual" && customers.length === 0 && { campaign_customers: submitTexts.customer }),
    ...(!consent && { consent: mustAccept }),
    ...(!collected && { consent_collected: mustAccept }),
  };
}

/** The first step up to `last` that isn't finished; undefined when all are. */
export function firstUnfinished(draft: WizardDraft, last = lastStep): number | undefined {
  for (let step = 1; step <= last; step++) if (Object.keys(stepErrors(draft, step)).length > 0) return step;
  return undefined;
}

const stepOfField: Readonly<Record<string, number>> = {
  title: 1,
  campaign_template_id: 1,
  campaign_template: 2,
  campaign_customers_list: 4,
  campaign_customers: 4,
  campaign_exclude_days: 4,
  consent: 4,
  consent_collected: 4,
  confirm_unknown: 4,
};

/** The step at which a refused field is. */
export const stepOf = (field: string) => stepOfField[field] ?? lastStep;

/** The step that the address asks for, or the first unfinished one before it. */
export function shownStep(asked: string | null, draft: WizardDraft): number {
  const step = Math.min(lastStep, Math.max(1, Math.trunc(Number(asked)) || 1));
  return Math.min(step, firstUnfinished(draft, step - 1) ?? step);
}

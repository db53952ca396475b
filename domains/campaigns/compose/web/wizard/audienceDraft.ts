import type { FieldErrors } from "#core/failure.ts";
import type { SendOption } from "../../../rules.ts";
import { submitTexts } from "../../../text/contract.ts";

/** Who gets a campaign, and when, as the wizard of any channel collects it. */
export interface AudienceDraft {
  type: "list" | "individual";
  lists: readonly number[];
  customers: readonly number[];
  option: SendOption;
  date: string;
  time: string;
  zone: string;
}

export const emptyAudience: AudienceDraft = {
  type: "list",
  lists: [],
  customers: [],
  option: "now",
  date: "",
  time: "",
  zone: "",
};

interface SavedAudience {
  readonly campaign_recipient_type: "list" | "individual";
  readonly campaign_customers_list: readonly number[];
  readonly campaign_customers: readonly number[];
  readonly campaign_send_option: SendOption;
  readonly campaign_send_date: string;
  readonly campaign_send_time: string;
  readonly campaign_send_timezone: string;
}

/** A saved draft's audience in the wizard. */
export function savedAudience(saved: SavedAudience): AudienceDraft {
  return {
    type: saved.campaign_recipient_type,
    lists: saved.campaign_customers_list,
    customers: saved.campaign_customers,
    option: saved.campaign_send_option,
    date: saved.campaign_send_date,
    time: saved.campaign_send_time,
    zone: saved.campaign_send_timezone,
  };
}

/** Who gets it, and when, as the calls take it. */
export function audienceFieldsOf(draft: AudienceDraft) {
  const isNow = draft.option === "now";
  return {
    campaign_recipient_type: draft.type,
    campaign_customers_list: [...draft.lists],
    campaign_customers: [...draft.customers],
    campaign_send_option: draft.option,
    campaign_send_date: isNow ? "" : draft.date,
    campaign_send_time: isNow ? "" : draft.time,
    campaign_send_timezone: draft.option === "timezone" ? draft.zone : "",
  };
}

/** What the choice of recipients lacks: field → text. */
export function recipientErrors({ type, lists, customers }: AudienceDraft): FieldErrors {
  return {
    ...(type === "list" && lists.length === 0 && { campaign_customers_list: submitTexts.list }),
    ...(type === "individual" && customers.length === 0 && { campaign_customers: submitTexts.customer }),
  };
}

/** What the choice of a time lacks: field → text. */
export function timeErrors({ option, date, time }: AudienceDraft): FieldErrors {
  if (option === "now") return {};
  return {
    ...(date === "" && { campaign_send_date: "Choose a day" }),
    ...(time === "" && { campaign_send_time: "Choose a time" }),
  };
}

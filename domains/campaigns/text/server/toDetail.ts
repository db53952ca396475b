import type { DataOf } from "#core/call.ts";
import { skipReasons, skipReasonTexts } from "#domains/marketing/gate/rules.ts";
import { campaignStatusText, type RecipientState } from "../../rules.ts";
import type { textCampaigns } from "../contract.ts";
import type { campaignDetail, campaignRows, countResults } from "./viewStore.ts";

type ListedRow = Awaited<ReturnType<ReturnType<typeof campaignRows>["executeTakeFirstOrThrow"]>>;
type DetailRow = NonNullable<Awaited<ReturnType<typeof campaignDetail>>>;
type ResultCount = Awaited<ReturnType<typeof countResults>>[number];

/** A campaign as the table answers it. */
export function toListed({ state, why, done, image_id, total_recipients, ...row }: ListedRow) {
  const campaign_status = campaignStatusText({ state, why, done, audience: total_recipients });
  const is_image = image_id === null ? (0 as const) : (1 as const);
  // A draft was sent at no time.
  const sent_at = state === "draft" ? null : row.sent_at;
  return { ...row, sent_at, campaign_status, is_image, total_recipients, total_recepients: total_recipients };
}

/** `570` → `09:30` */
function clockTime(minutes: number | null): string {
  if (minutes === null) return "";
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

interface DetailParts {
  readonly choice: { readonly list_ids: readonly number[]; readonly customer_ids: readonly number[] };
  readonly counts: readonly ResultCount[];
  readonly image: string | null;
}

type CampaignDetailData = DataOf<typeof textCampaigns.one>["campaignDetail"];

/** A campaign with its figures, all of them counted from its people's rows. */
export function toDetail(row: DetailRow, { choice, counts, image }: DetailParts) {
  const { body, template_id, exclude_days, version, wall_date, wall_minute, zone_label, send_option } = row;
  const count = (...states: RecipientState[]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((sum, one) => sum + one.count, 0);
  const reasons = skipReasons.flatMap((reason) => {
    const people = counts.filter((one) => one.state === "skipped" && one.reason === reason);
    const total = people.reduce((sum, one) => sum + one.count, 0);
    return total === 0 ? [] : [{ reason, text: skipReasonTexts[reason], count: total }];
  });
  const listed = toListed(row);
  const stats = {
    campaign_date: listed.sent_at,
    audience: counts.reduce((sum, one) => sum + one.count, 0) || listed.total_recipients,
    handed: count("accepted", "sent", "delivered", "failed", "unknown"),
    delivered: count("delivered"),
    failed: count("failed"),
    skipped: count("skipped"),
    waiting: count("pending", "intended"),
    unsubscribes: counts.reduce((sum, one) => sum + one.unsubscribed, 0),
  };
  return {
    ...listed,
    campaign_image: image,
    campaign_template: body,
    campaign_template_id: template_id ?? 0,
    campaign_template_image: image,
    campaign_customers_list: [...choice.list_ids],
    campaign_customers: [...choice.customer_ids],
    campaign_exclude_days: exclude_days,
    campaign_send_option: send_option,
    campaign_send_date: wall_date ?? "",
    campaign_send_time: clockTime(wall_minute),
    campaign_send_timezone: zone_label,
    version,
    stats,
    reasons,
  } satisfies Omit<CampaignDetailData, "created_on" | "sent_at" | "stats"> & Record<string, unknown>;
}

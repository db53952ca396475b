import type { BodyOf, DataOf } from "#core/call.ts";
import { clockTime } from "#core/wallTime.ts";
import { skipReasons, skipReasonTexts } from "#domains/marketing/rules/rules.ts";
import {
  brakeValues,
  campaignStatusText,
  type RecentResults,
  type RecipientState,
  recipientStateTexts,
} from "../../rules.ts";
import type { textCampaigns } from "../contract.ts";
import { type CampaignForecast, recipientStates } from "../fields.ts";
import type {
  campaignDetail,
  campaignRows,
  countFailures,
  countResults,
  RecipientFilter,
  RecipientRow,
} from "./store.ts";

type ListedRow = Awaited<ReturnType<ReturnType<typeof campaignRows>["executeTakeFirstOrThrow"]>>;
type DetailRow = NonNullable<Awaited<ReturnType<typeof campaignDetail>>>;
type ResultCount = Awaited<ReturnType<typeof countResults>>[number];

/** The row as a stop of all marketing makes it read. */
export function withStop<R extends { readonly held_for: string }>(
  row: R,
  stop: { readonly reason: string } | undefined,
): R {
  return stop && row.held_for === "" ? { ...row, held_for: stop.reason } : row;
}

/** A campaign as the table answers it; `results` may hold those of other campaigns. */
export function toListed(
  { state, why, done, held_for, image_id, total_recipients, subject: _, ...row }: ListedRow,
  results: readonly ResultCount[],
) {
  const campaign_status = campaignStatusText({ state, why, done, held_for, audience: total_recipients });
  const is_image = image_id === null ? (0 as const) : (1 as const);
  // A draft was sent at no time.
  const sent_at = state === "draft" ? null : row.sent_at;
  const counts = results.filter(({ campaign_id }) => campaign_id === row.id);
  const stats = { campaign_date: sent_at, ...figuresOf(counts, total_recipients) };
  return { ...row, sent_at, campaign_status, is_image, total_recipients, total_recepients: total_recipients, stats };
}

function figuresOf(counts: readonly ResultCount[], expected: number) {
  const sum = (rows: readonly ResultCount[], of: "count" | "unsubscribed" | "replied" | "appointments") =>
    rows.reduce((total, row) => total + row[of], 0);
  const inStates = (...states: RecipientState[]) =>
    sum(
      counts.filter(({ state }) => states.includes(state)),
      "count",
    );
  return {
    audience: sum(counts, "count") || expected,
    handed: inStates("accepted", "sent", "delivered", "failed", "unknown"),
    delivered: inStates("delivered"),
    failed: inStates("failed"),
    skipped: inStates("skipped"),
    waiting: inStates("pending", "intended"),
    unsubscribes: sum(counts, "unsubscribed"),
    replies: sum(counts, "replied"),
    appointments: sum(counts, "appointments"),
  };
}

interface DetailParts {
  readonly choice: { readonly list_ids: readonly number[]; readonly customer_ids: readonly number[] };
  readonly counts: readonly ResultCount[];
  readonly failures: Awaited<ReturnType<typeof countFailures>>;
  readonly recent: RecentResults;
  readonly image: string | null;
  readonly forecast: (Omit<CampaignForecast, "later_at"> & { readonly later_at: Date | null }) | null;
}

type CampaignDetailData = DataOf<typeof textCampaigns.one>["campaignDetail"];

/** A campaign with its figures, all of them counted from its people's rows. */
export function toDetail(row: DetailRow, { choice, counts, failures, recent, image, forecast }: DetailParts) {
  const { body, template_id, exclude_days, version, wall_date, wall_minute, zone_label, send_option, ...rest } = row;
  const total = (holds: (count: ResultCount) => boolean) =>
    counts.filter(holds).reduce((sum, { count }) => sum + count, 0);
  const reasons = skipReasons.map((reason) => {
    const count = total((one) => one.state === "skipped" && one.reason === reason);
    return { reason, text: skipReasonTexts[reason], count };
  });
  const status_counts = recipientStates.map((state) => {
    return { state, text: recipientStateTexts[state], count: total((one) => one.state === state) };
  });
  const { storage_key: _, preheader: __, skip_unanswered, ...listed } = rest;
  return {
    ...toListed(listed, counts),
    campaign_image: image,
    campaign_picture: row.storage_key,
    campaign_template: body,
    campaign_template_id: template_id ?? 0,
    campaign_template_image: image,
    campaign_customers_list: [...choice.list_ids],
    campaign_customers: [...choice.customer_ids],
    campaign_exclude_days: exclude_days,
    campaign_send_option: send_option,
    campaign_send_date: wall_date ?? "",
    campaign_send_time: wall_minute === null ? "" : clockTime(wall_minute),
    campaign_send_timezone: zone_label,
    skip_unanswered: skip_unanswered === 1 ? (1 as const) : (0 as const),
    version,
    saved_at: row.saved_at,
    status_counts: status_counts.filter(({ count }) => count > 0),
    reasons: reasons.filter(({ count }) => count > 0),
    failures,
    forecast,
    brake: brakeValues(recent),
  } satisfies Omit<CampaignDetailData, "created_on" | "sent_at" | "saved_at" | "stats" | "forecast" | "daily_room"> &
    Record<string, unknown>;
}

type FilterBody = Pick<BodyOf<typeof textCampaigns.recipients>, "state" | "reason" | "error_code" | "outcome"> & {
  readonly search?: { readonly value: string };
};

/** What the table's request asks for. */
export function filterOf({
  state = "",
  reason = "",
  error_code = "",
  outcome = "",
  search,
}: FilterBody): RecipientFilter {
  const states = state.split(",").flatMap((one) => one.trim() || []);
  return { states, reason, error_code, outcome, search: search?.value.trim() ?? "" };
}

/** A person's row with their state in words; who was skipped has the reason where others have the carrier's error. */
export function toRecipient(row: RecipientRow) {
  const error = row.reason === "" ? row.error : skipReasonTexts[row.reason];
  return { ...row, message_status: recipientStateTexts[row.state], error };
}

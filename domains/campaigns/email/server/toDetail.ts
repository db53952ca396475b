import type { BodyOf, DataOf } from "#core/call.ts";
import { signedLink } from "#core/server/signedLink.ts";
import { clockTime } from "#core/wallTime.ts";
import { shownReport } from "#domains/marketing/delivery/rules.ts";
import { skipReasons } from "#domains/marketing/rules/rules.ts";
import { campaignStatusText, type RecipientState } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import { recipientStates } from "../../text/fields.ts";
import type { campaignDetail, campaignRows } from "../../text/server/public.ts";
import type { emailCampaigns } from "../contract.ts";
import {
  mailBrakeValues,
  mailFailureTexts,
  mailSkipTexts,
  mailStateTexts,
  percentOf,
  type RecentMails,
} from "../rules.ts";
import type {
  countMailFailures,
  linkFigures,
  MailRecipientFilter,
  MailRecipientRow,
  MailResultCount,
} from "./store.ts";

type ListedMailRow = Awaited<ReturnType<ReturnType<typeof campaignRows>["executeTakeFirstOrThrow"]>>;
type MailDetailRow = NonNullable<Awaited<ReturnType<typeof campaignDetail>>>;

/** A campaign as the table answers it; `results` may hold those of other campaigns. */
export function toListed(
  { state, why, done, held_for, image_id: _, total_recipients, subject, ...row }: ListedMailRow,
  results: readonly MailResultCount[],
) {
  const campaign_status = campaignStatusText({ state, why, done, held_for, audience: total_recipients });
  // A draft was sent at no time.
  const sent_at = state === "draft" ? null : row.sent_at;
  const counts = results.filter(({ campaign_id }) => campaign_id === row.id);
  const stats = { campaign_date: sent_at, ...figuresOf(counts, total_recipients) };
  const totals = { total_recipients, total_recepients: total_recipients };
  return { ...row, ...totals, email_subject: subject, sent_at, campaign_status, stats };
}

type Summed = Exclude<keyof MailResultCount, "campaign_id" | "state" | "reason">;

function figuresOf(counts: readonly MailResultCount[], expected: number) {
  const sum = (of: Summed, ...states: RecipientState[]) =>
    counts
      .filter(({ state }) => states.length === 0 || states.includes(state))
      .reduce((total, row) => total + row[of], 0);
  const handed = sum("count", "accepted", "sent", "delivered", "failed", "unknown");
  const delivered_count = sum("count", "accepted", "sent", "delivered");
  const [opened_count, clicked_count, bounced_count] = [sum("opened"), sum("clicked"), sum("bounced")];
  return {
    audience: sum("count") || expected,
    delivered: percentOf(delivered_count, handed),
    opened: percentOf(opened_count, delivered_count),
    clicked: percentOf(clicked_count, delivered_count),
    bounces: percentOf(bounced_count, handed),
    handed,
    delivered_count,
    opened_count,
    clicked_count,
    bounced_count,
    machine_opened_count: sum("machine_opened"),
    failed: sum("count", "failed") - bounced_count,
    unknown: sum("count", "unknown"),
    skipped: sum("count", "skipped"),
    waiting: sum("count", "pending", "intended"),
    unsubscribes: sum("unsubscribed"),
    complaints: sum("complained"),
    appointments: sum("appointments"),
  };
}

interface MailDetailParts {
  readonly choice: { readonly list_ids: readonly number[]; readonly customer_ids: readonly number[] };
  readonly counts: readonly MailResultCount[];
  readonly failures: Awaited<ReturnType<typeof countMailFailures>>;
  readonly links: Awaited<ReturnType<typeof linkFigures>>;
  readonly recent: RecentMails;
}

type DetailData = DataOf<typeof emailCampaigns.one>["campaignDetail"];

/** A campaign with its figures, all of them counted from its people's rows. */
export function toDetail(row: MailDetailRow, { choice, counts, failures, links, recent }: MailDetailParts) {
  const { body, template_id: _, storage_key: __, preheader, skip_unanswered, ...listed } = row;
  const total = (holds: (count: MailResultCount) => boolean) =>
    counts.filter(holds).reduce((sum, { count }) => sum + count, 0);
  const reasons = skipReasons.map((reason) => {
    const count = total((one) => one.state === "skipped" && one.reason === reason);
    return { reason, text: mailSkipTexts[reason], count };
  });
  const status_counts = recipientStates.map((state) => {
    return { state, text: mailStateTexts[state], count: total((one) => one.state === state) };
  });
  return {
    ...toListed(listed, counts),
    campaign_template: body,
    email_preheader: preheader,
    campaign_customers_list: [...choice.list_ids],
    campaign_customers: [...choice.customer_ids],
    campaign_exclude_days: row.exclude_days,
    campaign_send_option: row.send_option,
    campaign_send_date: row.wall_date ?? "",
    campaign_send_time: row.wall_minute === null ? "" : clockTime(row.wall_minute),
    campaign_send_timezone: row.zone_label,
    skip_unanswered: skip_unanswered === 1 ? (1 as const) : (0 as const),
    version: row.version,
    saved_at: row.saved_at,
    status_counts: status_counts.filter(({ count }) => count > 0),
    reasons: reasons.filter(({ count }) => count > 0),
    failures: failures.map(({ error_code, count }) => {
      return { error_code, count, text: mailFailureTexts[error_code] ?? error_code };
    }),
    links,
    brake: mailBrakeValues(recent),
  } satisfies Omit<DetailData, "created_on" | "sent_at" | "saved_at" | "stats" | "daily_room"> &
    Record<string, unknown>;
}

type MailFilterBody = Pick<BodyOf<typeof emailCampaigns.recipients>, "state" | "reason" | "outcome" | "link"> & {
  readonly search?: { readonly value: string };
};

/** What the table's request asks for. */
export function filterOf({ state = "", reason = "", outcome = "", link, search }: MailFilterBody): MailRecipientFilter {
  const states = state.split(",").flatMap((one) => one.trim() || []);
  return { states, reason, outcome, link: link ?? 0, search: search?.value.trim() ?? "" };
}

/** Says that a view of the mail is the business's own: nothing in it counts. */
export const ownView = 1;

/** A person's state in words; who was skipped has the reason where others have the server's words. */
export function mailStatusOf({
  reason,
  error,
  bounce,
  state,
}: Pick<MailRecipientRow, "reason" | "error" | "bounce" | "state">) {
  return {
    error: reason === "" ? shownReport(error) : mailSkipTexts[reason],
    message_status: bounce === "" ? mailStateTexts[state] : "Bounced",
  };
}

/** A person's row with their state in words. */
export function toMailRecipient(
  { machine_opened_at, ...row }: MailRecipientRow,
  secret: string,
  { dealer_id, campaign_id }: CampaignKey,
) {
  const token = signedLink(secret, "v", dealer_id, campaign_id, row.id, ownView);
  return {
    ...row,
    ...mailStatusOf(row),
    // The same host that the page has: people may know the app by another name.
    view_url: row.sent_at === null ? "" : `/v/${token}`,
    is_machine_open: machine_opened_at !== null && row.opened_at === null ? (1 as const) : (0 as const),
  };
}

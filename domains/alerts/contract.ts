import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Id, Instant, optionalFlag, sentFlag, wholeNumber } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { periods } from "#core/periods.ts";

/** The causes of alerts: unanswered customers, failing texts, opt-outs, ended imports, campaigns that don't send, low reviews. */
export const alertRules = ["untouched", "failures", "optouts", "import", "campaign", "review"] as const;
export type AlertRule = (typeof alertRules)[number];

export const alertKinds = ["warning", "danger", "success"] as const;
export type AlertKind = (typeof alertKinds)[number];

export const Alert = z.object({
  id: Id,
  rule: z.enum(alertRules),
  kind: z.enum(alertKinds),
  /** The cause, in a sentence. */
  why: z.string(),
  began_at: Instant,
  /** Null while the cause lasts. */
  resolved_at: z.nullable(Instant),
  /** How it ended, in a sentence; empty while it lasts. */
  how: z.string(),
  /** Who should act on it: the chat's member or the review's assignee, else everyone at the location. */
  agents: z.array(z.string()),
  chat_id: z.nullable(Id),
  /** The low review that it is about. */
  review_id: z.nullable(Id),
  /** The customer or the review's author; empty when the alert is about neither. */
  customer_name: z.string(),
});
export type Alert = z.infer<typeof Alert>;

const whole = (least: number, most: number) =>
  wholeNumber(least, most, `Enter a whole number from ${least} to ${most}`);

/** A location's alert thresholds. */
export const AlertRules = z.object({
  untouched_on: sentFlag,
  /** Minutes of business hours until a warning; three times as long is a danger. */
  untouched_minutes: whole(1, 480),
  failures_on: sentFlag,
  /** The least number of failed texts in the last hour … */
  failures_least: whole(1, 1000),
  /** … and their least percentage of all texts. */
  failures_percent: whole(1, 100),
  optouts_on: sentFlag,
  /** The least number of opt-outs within a day … */
  optouts_least: whole(1, 1000),
  /** … and the least multiple of a usual day. */
  optouts_times: whole(1, 100),
  imports_on: sentFlag,
  campaigns_on: sentFlag,
  reviews_on: sentFlag,
});
export type AlertRules = z.infer<typeof AlertRules>;

export const alerts = calls("alerts", {
  table: {
    method: "POST",
    path: "/alerts/dt",
    allow: staff,
    supportAccess: "reads",
    about: "The location's alerts that were open in a period, page by page: open ones, or all.",
    table: true,
    body: z.object({
      /** 1: includes ended alerts. */
      resolved: optionalFlag,
      kind: z.optional(z.enum(["", ...alertKinds], { error: "Select a kind of alert from the list" })),
      period: z._default(z.enum(periods, { error: "Select a period from the list" }), "month"),
    }),
    data: Alert,
  },
  open: {
    method: "GET",
    path: "/alerts/open",
    allow: staff,
    supportAccess: "reads",
    about: "Counts the location's open alerts, and the critical ones among them.",
    data: z.object({ open: z.number(), danger: z.number() }),
  },
  dismiss: {
    method: "POST",
    path: "/alerts/dismiss/{id}",
    allow: staff,
    audit: "own rows",
    about: "Dismisses an import's alert. All other alerts close when their cause is resolved.",
    params: z.object({ id: Id }),
    successMessage: "Alert dismissed",
  },
  rules: {
    method: "GET",
    path: "/alerts/rules",
    allow: staff,
    supportAccess: "reads",
    about: "The location's alert rules.",
    data: AlertRules,
  },
  changeRules: {
    method: "POST",
    path: "/alerts/rules",
    allow: managers,
    audit: "trail",
    about: "Changes the location's alert rules.",
    body: AlertRules,
    data: AlertRules,
    successMessage: "Saved",
  },
});

export const alertEvents = events({
  changed: {
    event: "alert-changed",
    to: "location",
    about: "Alerts of the location began, became worse or ended: how many of each.",
    payload: z.object({ began: z.number(), worse: z.number(), ended: z.number() }),
  },
});

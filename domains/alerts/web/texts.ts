/** What the screen of alerts says. */
export const alertTexts = {
  title: "Alerts",
  about: "Unanswered customers, failed texts, opt-outs, imports, campaigns and low reviews.",
  definition: (days: number) =>
    `Alerts close automatically once the cause is resolved. They stay here for ${days} days.`,
  rules: "Alert rules",
  openConversation: "Open conversation",
  openReview: "Open reviews",
  dismiss: "Dismiss",
  show: "Show",
  open: "Open",
  all: "All",
  kind: "Kind",
  allKinds: "All kinds",
  none: "No alerts right now. Customers who wait too long, failed texts and opt-outs appear here.",
  columns: { date: "Date", time: "Time", agents: "Agents", leadsheet: "Leadsheet", alert: "Alert" },
  andMore: (names: string, count: number) => `${names} and ${count} more`,
  closedAfter: (lasted: string) => `Closed after ${lasted}.`,
  count: (count: number) => (count === 1 ? "1 alert" : `${count} alerts`),
  critical: (count: number) => (count === 1 ? "1 critical alert" : `${count} critical alerts`),
} as const;

/** What the dialog of the location's alert rules says. */
export const alertRuleTexts = {
  title: "Alert rules",
  save: "Save",
  untouched: {
    label: "Customer waiting for a reply",
    minutes: "Minutes, in business hours",
    about: (critical: number) =>
      critical > 0 ? `Warning at this time, critical at ${critical} minutes.` : "Warning at this time.",
  },
  failures: {
    label: "Failed texts",
    about: "In the last hour",
    least: "Minimum number",
    percent: "Minimum percent",
  },
  optouts: {
    label: "Opt-outs",
    about: "In 24 hours, compared with a usual day of the past four weeks",
    least: "Minimum opt-outs",
    times: "Times the usual rate",
  },
  imports: { label: "Finished imports", about: "Shown for a day or until dismissed" },
  reviews: { label: "Low reviews", about: "Up to how many stars is decided in the review settings" },
  campaigns: { label: "Campaigns that stopped or paused", about: "Also when one waits for its list for an hour" },
} as const;

import { countText, nounCount, nounFor } from "#core/count.ts";
import { periodLabels } from "#core/periods.ts";
import type { Dashboard } from "../contract.ts";
import { dayLabel } from "./dayLabel.ts";

/** The choice of a period, and what the screen says of it. */
export const periodTexts = {
  custom: "Custom",
  firstDay: "First day",
  lastDay: "Last day",
  calendar: {
    previousMonth: "Previous month",
    nextMonth: "Next month",
    previousYear: "Previous year",
    nextYear: "Next year",
    previousDecade: "Previous decade",
    nextDecade: "Next decade",
    monthLevelControl: "Choose a month",
    yearLevelControl: "Choose a year",
  },
  comparedWith: (days: number) =>
    days === 1 ? "Compared with the day before" : `Compared with the ${countText(days)} days before`,
  chooseDays: "Enter dates to see the figures.",
};

/** A period in words: `Last 7 days`, `Nov 1 – Nov 12`. */
export function periodText({ period, first_day, last_day }: Pick<Dashboard, "period" | "first_day" | "last_day">) {
  if (period !== "custom") return periodLabels[period];
  const [first, last] = [dayLabel(first_day), dayLabel(last_day)];
  return first_day === last_day ? first : `${first} – ${last}`;
}

/** The unit of a headline whose number alone would not say it. */
export const tileTexts = {
  unreadIn: (conversations: number) => `in ${nounCount(conversations, "conversation")}`,
  waiting: (conversations: number) => nounFor(conversations, "conversation"),
};

export const funnelTexts = {
  info: "People at each step, out of the step before. Percentages are of those texted.",
  steps: "Message funnel",
  optedOut: "Opt-outs among those texted",
};

/** Texts of campaigns, beside those of conversations. */
export const campaignsText = (count: number) => `+ ${countText(count)} in campaigns`;

/** The strip of open work. */
export const toDoTexts = {
  title: "To do",
  tasks: "Open Tasks",
  tasksInfo: "This location's open tasks, everyone's.",
  overdue: (count: number) => `${countText(count)} overdue`,
  pending: "Pending",
  completed: "Completed",
  noShow: "No Show",
  alerts: "Open Alerts",
  alertsInfo: "This location's open alerts.",
  critical: (count: number) => `${countText(count)} critical`,
};

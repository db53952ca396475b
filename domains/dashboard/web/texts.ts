import { countText } from "#core/count.ts";

/** The strip of what waits for somebody. */
export const toDoTexts = {
  title: "To do",
  tasks: "Open Tasks",
  tasksInfo: "This location's open tasks, everyone's.",
  overdue: (count: number) => `${countText(count)} overdue`,
  untouched: "Untouched Leads",
  pending: "Pending",
  completed: "Completed",
  noShow: "No Show",
  alerts: "Open Alerts",
  alertsInfo: "This location's open alerts.",
  critical: (count: number) => `${countText(count)} critical`,
};

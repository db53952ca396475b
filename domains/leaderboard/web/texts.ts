import { countText } from "#core/count.ts";

/** What the leaderboard and the report say. */
export const boardTexts = {
  tabs: "What the table shows",
  tab: { activity: "Activity", leads: "Leads", goals: "Goals" },
  leads: "Leads by team member",
  team: "The team's figures",
  everybody: "Everyone",
  teamMember: "Team Member",
  appointments: ["appointment", "appointments"] as const,
  today: "today",
  answered: "answered",
  received: "received",
  sent: "sent",
  noPeriod: "In this period",
  from: (before: string) => `from ${before}`,
  sameAs: (before: string) => `same as ${before}`,
  weekAgo: (before: number) => `${countText(before)} a week ago`,
  alone: "You're the only team member here. Invite your team to compare results.",
  invite: "Invite your team",
};

import { countText } from "#core/count.ts";
import type { GoalStep } from "../contract.ts";

/** What goals and their progress say. */
export const goalTexts = {
  steps: {
    contacted: "Contacted",
    set: "Appointments set",
    shown: "Shown",
    sold: "Sold",
  } satisfies Record<GoalStep, string>,
  mine: (month: string) => `Your goals for ${month}`,
  team: (month: string) => `Goals for ${month}`,
  about:
    "Leads that reach each step in the month, whenever they came in, for the person who owns them. Goals hold for the months after, until you set others.",
  month: "Month",
  member: "Team member",
  of: (done: number, goal: number) => `${countText(done)} of ${countText(goal)}`,
  progress: (step: string, done: number, goal: number | null) =>
    goal === null ? `${step}: ${countText(done)}, no goal` : `${step}: ${countText(done)} of ${countText(goal)}`,
  set: "Set goals",
  setFor: (name: string) => `Set goals for ${name}`,
  save: "Save goals",
  hint: "Leave a field empty for no goal.",
};

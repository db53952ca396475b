import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, Id, inOrder, optionalText, sent } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { isMonth } from "#domains/tracking/sources/fields.ts";

/** What members have goals for, each by the month in which their leads reach it. */
export const goalSteps = ["contacted", "set", "shown", "sold"] as const;
export type GoalStep = (typeof goalSteps)[number];

export const mostOfGoal = 9_999;

const Goals = z.object({
  contacted: z.nullable(z.number()),
  set: z.nullable(z.number()),
  shown: z.nullable(z.number()),
  sold: z.nullable(z.number()),
});
/** Null: no goal. */
export type Goals = z.infer<typeof Goals>;

const GoalProgress = z.object({ contacted: z.number(), set: z.number(), shown: z.number(), sold: z.number() });
export type GoalProgress = z.infer<typeof GoalProgress>;

/** A member's goals of a month, and how far they are. */
export const MemberGoals = z.object({ id: Id, name: z.string(), goals: Goals, done: GoalProgress });
export type MemberGoals = z.infer<typeof MemberGoals>;

const month = z._default(
  optionalText(7).check(inOrder([(text) => text === "" || isMonth(text), "Select a month from the list"])),
  "",
);

const goalText = `Enter a number from 1 to ${mostOfGoal.toLocaleString("en-US")}, or leave it empty`;
/** A goal as typed; empty for none. */
const goal = sent(
  z.pipe(
    optionalText(5).check(
      inOrder([(typed) => typed === "" || (/^\d{1,4}$/.test(typed) && Number(typed) > 0), goalText]),
    ),
    z.transform((typed: string) => (typed === "" ? null : Number(typed))),
  ),
);

const monthField = {
  /** `2026-11`, in the location's time zone. */
  month: z.string(),
};

export const leadGoals = calls("leadGoals", {
  team: {
    method: "POST",
    path: "/dashboard/goals",
    allow: managers,
    supportAccess: "reads",
    about:
      "The goals of the acting location's members for a month (`2026-11`; empty: the current one), with how far they are. Goals hold until others are set.",
    body: z.object({ month }),
    data: z.object({ ...monthField, members: z.array(MemberGoals) }),
  },
  mine: {
    method: "GET",
    path: "/dashboard/goals/mine",
    allow: staff,
    about: "The caller's goals for the current month at the acting location, with how far they are.",
    data: z.object({ ...monthField, goals: Goals, done: GoalProgress }),
  },
  save: {
    method: "POST",
    path: "/dashboard/goals/save",
    allow: managers,
    audit: "trail",
    about: "Sets a member's goals from a month on; empty ones are none.",
    body: z.object({
      member_id: chosenId("Select a team member"),
      month,
      contacted: goal,
      set: goal,
      shown: goal,
      sold: goal,
    }),
    successMessage: "Goals saved",
  },
});

import { orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { membersAt, requireMember } from "#domains/team/server/public.ts";
import { monthAt, monthRange } from "#domains/tracking/sources/rules.ts";
import type { Goals, leadGoals } from "../contract.ts";
import { doneIn, goalsIn, nothingDone, saveGoals } from "./store.ts";

export const leadGoalHandlers: Handlers<typeof leadGoals> = {
  async team(context, { body }) {
    const { db, scope } = context;
    const { month, range } = await monthOf(context, body.month);
    const [goals, done] = [await goalsIn(db, scope, month), await doneIn(db, scope, range)];
    const members = (await membersAt(db, scope)).map(({ id, first_name, last_name }) => ({
      id,
      name: `${first_name} ${last_name}`.trim(),
      goals: goals.get(id) ?? noGoals,
      done: done.get(id) ?? nothingDone,
    }));
    return { month, members };
  },

  async mine(context) {
    const { db, scope, who } = context;
    const { month, range } = await monthOf(context, "");
    const goals = (await goalsIn(db, scope, month, who.user_id)).get(who.user_id) ?? noGoals;
    const done = (await doneIn(db, scope, range, who.user_id)).get(who.user_id) ?? nothingDone;
    return { month, goals, done };
  },

  async save(context, { body: { member_id, month: asked, ...goals } }) {
    const { db, scope, audit } = context;
    const { dealer_id, location_id } = scope;
    const { id } = await requireMember(db, scope, "member_id", member_id);
    const { month } = await monthOf(context, asked);
    await saveGoals(db, { dealer_id, location_id, user_id: id }, month, goals);
    const words = Object.entries(goals).map(([step, goal]) => `${step} ${goal ?? "none"}`);
    await audit({
      action: "set goals for",
      subject: "user",
      subject_id: id,
      detail: { month, goals: words.join(", ") },
    });
    return null;
  },
};

/** The month asked for, else the current one, in the location's zone. */
async function monthOf({ db, scope, now }: StaffContext, asked: string) {
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  const month = asked || monthAt(now(), time_zone);
  return { month, range: monthRange(month, time_zone) };
}

const noGoals: Goals = { contacted: null, set: null, shown: null, sold: null };

import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { teamEvents } from "#domains/team/contract.ts";
import { memberById, membersAt } from "#domains/team/server/public.ts";
import type { workingHours } from "../contract.ts";
import { canChangeHours } from "../rules.ts";
import { setWeek, weeksAt } from "./store.ts";

export const workingHoursHandlers: Handlers<typeof workingHours> = {
  async list({ db, scope }) {
    const { hours, time_zone } = await hoursOf(db, scope);
    const weeks = await weeksAt(db, scope);
    const members = (await membersAt(db, scope)).map(({ id, first_name, last_name }) => {
      const own = weeks.get(id);
      return { user_id: id, name: `${first_name} ${last_name}`.trim(), week: own ? [...own] : null };
    });
    return { time_zone, week: [...hours.week], members };
  },

  async change({ db, scope, who, audit, publish }, { params: { user_id }, body: { week } }) {
    orNotFound(await memberById(db, scope, user_id));
    if (!canChangeHours(who, user_id))
      throw new Failure("forbidden", "You can set your own hours. Ask a manager to set a colleague's.");
    await setWeek(db, scope, user_id, week);
    const minutes = week?.reduce((total, span) => total + (span ? span.closes - span.opens : 0), 0) ?? null;
    await audit({
      action: "changed working hours",
      subject: "user",
      subject_id: user_id,
      detail: { minutes_a_week: minutes },
    });
    publish(teamEvents.changed, {});
    return { user_id };
  },
};

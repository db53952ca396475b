import { orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { locationOpening } from "#domains/locations/opening/contract.ts";
import { belongsTo } from "#domains/locations/server/store.ts";
import type { BusinessHours, businessHours } from "../contract.ts";
import { nextDayOpening } from "../rules.ts";
import { hoursOf, hoursRow, setHours } from "./store.ts";

export const businessHoursHandlers: Handlers<typeof businessHours> = {
  show: (context, { params }) => hoursAt(context, params.id),

  async change(context, { params: { id }, body }) {
    const { db, scope, audit } = context;
    await hoursAt(context, id);
    const closed = [...new Set(body.closed)].sort();
    await setHours(db, scope.dealer_id, id, { week: body.week, closed });
    const detail = { minutes_a_week: minutesAWeek(body.week), closed_days: closed.length };
    await audit({ action: "changed business hours", subject: "location", subject_id: id, detail });
    return hoursAt(context, id);
  },
};

export const locationOpeningHandlers: Handlers<typeof locationOpening> = {
  async next({ db, scope, now }) {
    const { hours, time_zone } = await hoursOf(db, scope);
    return { opens_at: nextDayOpening(hours, time_zone, now())?.toISOString() ?? null };
  },
};

const minutesAWeek = (week: BusinessHours["week"]) =>
  week.reduce((total, span) => total + (span ? span.closes - span.opens : 0), 0);

/** The hours of one of the person's own locations. */
async function hoursAt({ db, scope, who }: StaffContext, id: number): Promise<BusinessHours> {
  const { dealer_id } = scope;
  const belongs = await belongsTo(db, { dealer_id, user_id: who.user_id, role: who.role }, id);
  const { hours, time_zone, title } = orNotFound(belongs ? await hoursRow(db, dealer_id, id) : undefined);
  return { id, title, time_zone, week: [...hours.week], closed: [...hours.closed] };
}

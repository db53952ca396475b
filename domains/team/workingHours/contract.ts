import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, sent } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { DaySpan, WeekDraft } from "#domains/locations/hours/contract.ts";

const Week = z.array(z.nullable(DaySpan));

/** When the team of a location works. */
export const WorkingHours = z.object({
  /** IANA; the hours are local times of this zone. */
  time_zone: z.string(),
  /** The location's own week, Sunday first; null: closed. */
  week: Week,
  members: z.array(
    z.object({
      user_id: Id,
      name: z.string(),
      /** Null: the location's hours. */
      week: z.nullable(Week),
    }),
  ),
});
export type WorkingHours = z.infer<typeof WorkingHours>;

const ownWeek = z.pipe(
  z.transform((value: unknown) => (value === "" ? null : value)),
  z.nullable(WeekDraft),
);

export const workingHours = calls("workingHours", {
  list: {
    method: "GET",
    path: "/workingHours",
    allow: staff,
    supportAccess: "reads",
    about: "The weekly working hours of everyone at the acting location. Who has none works during its business hours.",
    data: WorkingHours,
  },
  change: {
    method: "POST",
    path: "/workingHours/{user_id}",
    allow: staff,
    audit: "trail",
    about:
      "Sets when a member works at the acting location: seven days, Sunday first, each null (off) or `opens` and `closes` in minutes after midnight; null in place of the days: the location's hours. Agents set their own.",
    params: z.object({ user_id: Id }),
    body: z.object({ week: sent(ownWeek) }),
    data: z.object({ user_id: Id }),
    successMessage: "Working hours saved",
  },
});

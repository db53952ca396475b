import type { Db } from "#core/server/unit.ts";
import { businessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { insertResponses, type NewResponse } from "./store.ts";

export { insertResponses, moveResponses, moveResponsesBack, type NewResponse } from "./store.ts";

type Answer = Omit<NewResponse, "answered_at" | "business_seconds"> & { readonly datetime: Date };

/** Keeps how long a customer waited for a person's answer, by the business hours that hold now. */
export async function keepResponse(db: Db, { datetime: answered_at, ...answer }: Answer): Promise<void> {
  const { hours, time_zone } = await hoursOf(db, answer);
  const business_seconds = businessSeconds(hours, time_zone, answer.waiting_since, answered_at);
  await insertResponses(db, [{ ...answer, answered_at, business_seconds }]);
}

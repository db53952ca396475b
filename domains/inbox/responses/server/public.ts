import type { Db } from "#core/server/unitOfWork.ts";
import { businessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { insertResponses, type NewResponse } from "./store.ts";

export { insertResponses, moveResponses, moveResponsesBack, type NewResponse } from "./store.ts";

type ResponseFacts = Omit<NewResponse, "answered_at" | "business_seconds"> & { readonly datetime: Date };

/** Records how long a customer waited for a person's reply, in today's business hours. */
export async function recordResponse(db: Db, { datetime: answered_at, ...facts }: ResponseFacts): Promise<void> {
  const { hours, time_zone } = await hoursOf(db, facts);
  const business_seconds = businessSeconds(hours, time_zone, facts.waiting_since, answered_at);
  await insertResponses(db, [{ ...facts, answered_at, business_seconds }]);
}

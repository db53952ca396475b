import { orNotFound } from "#core/failure.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { belongsTo } from "#domains/locations/server/public.ts";
import type { Whereabouts, whereabouts } from "../contract.ts";
import { keptCustomer } from "./store.ts";

export const whereaboutsHandlers: Handlers<typeof whereabouts> = {
  ofCustomer: (context, { params }) => find(context, params),
  ofChat: (context, { params }) => find(context, params),
};

/** Looks at all locations of the business, and answers only for those that the caller belongs to. */
async function find(
  { within, scope, who }: ContextOf<(typeof whereabouts)["ofCustomer"]>,
  of: Parameters<typeof keptCustomer>[2],
): Promise<Whereabouts> {
  const { dealer_id } = scope;
  return within.business({ dealer_id }, "a link", async ({ db }) => {
    const customer = orNotFound(await keptCustomer(db, dealer_id, of));
    const isOwn = await belongsTo(db, { dealer_id, user_id: who.user_id, role: who.role }, customer.location_id);
    return orNotFound(isOwn ? customer : undefined);
  });
}

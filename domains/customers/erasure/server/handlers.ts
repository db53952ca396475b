import { orNotFound } from "#core/failure.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import type { Deps, Handlers } from "#core/server/serve.ts";
import { eraseFromFiles } from "#domains/customers/upload/server/eraseFromUploads.ts";
import type { customerErasure, platformErasure } from "../contract.ts";
import { type ErasureRequest, eraseCustomer, exportEverything } from "./eraseCustomer.ts";
import { type ErasureScope, findPerson } from "./store.ts";

/** @param domains each says what it keeps about a person. */
export function customerErasureHandlers(domains: readonly DomainManifest[]): Handlers<typeof customerErasure> {
  const erase = eraseWith(domains);
  return {
    erase: (context, { params: { id }, body: { reason } }) =>
      erase(context, context.scope, { customer_id: id, user_id: context.who.user_id, reason }),
    everything: (context, { params: { id } }) => exportEverything(context, domains, context.scope, id),
  };
}

/** The operator's, who names the business. */
export function platformErasureHandlers(domains: readonly DomainManifest[]): Handlers<typeof platformErasure> {
  const erase = eraseWith(domains);
  return {
    erase: (context, { params, body: { reason } }) =>
      erase(context, { dealer_id: params.client_id }, { customer_id: params.id, user_id: null, reason }),
    everything: (context, { params }) => exportEverything(context, domains, { dealer_id: params.client_id }, params.id),
  };
}

/** Import files are rewritten first: a failure afterwards leaves them without the person, who is to go anyway. */
function eraseWith(domains: readonly DomainManifest[]) {
  return async ({ within, ports, origin }: Deps, where: ErasureScope, request: ErasureRequest) => {
    const find = () => within.cellOf(where, "who to erase", ({ db }) => findPerson(db, where, request.customer_id));
    await eraseFromFiles({ within, ports }, orNotFound(await find()).person);
    await within.cellOf(where, "erase a person", (unit) => eraseCustomer(unit, domains, where, request), origin);
    return null;
  };
}

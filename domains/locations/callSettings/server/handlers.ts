import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { isOwnNumber } from "#domains/locations/server/public.ts";
import type { callSettings, TrackingNumberChange } from "../contract.ts";
import { maxOpenRequests, spelledAs } from "../rules.ts";
import {
  cancelRequest,
  countOpenRequests,
  insertRequest,
  sourcesOf,
  trackingNumberById,
  trackingNumberRows,
  updateTrackingNumber,
} from "./store.ts";

export const callSettingsHandlers: Handlers<typeof callSettings> = {
  sources: ({ db, scope }) => sourcesOf(db, scope),

  async numbers({ db, scope }, { body }) {
    return tablePage(db, trackingNumberRows(db, scope), body, {
      sortable: ["source", "number", "type", "forward_to"],
      texts: ["source"],
      searchable: ["source", "number", "area_code", "forward_to"],
      order: [
        ["source", "asc"],
        ["id", "asc"],
      ],
    });
  },

  async request(context, { body: { area_code, ...body } }) {
    const { db, scope, who, now, audit } = context;
    const { source, forward_to } = await checkedChange(context, body);
    if ((await countOpenRequests(db, scope)) >= maxOpenRequests)
      throw new Failure("conflict", `${maxOpenRequests} numbers are requested already. Wait for them, or cancel one.`);
    const { dealer_id, location_id } = scope;
    const row = { dealer_id, location_id, source, area_code, forward_to };
    const id = await insertRequest(db, { ...row, requested_by: who.user_id, requested_at: now() });
    await audit({ action: "requested", subject: "tracking number", subject_id: id, detail: { source, area_code } });
    return orNotFound(await trackingNumberById(db, scope, id));
  },

  async change(context, { params: { id }, body }) {
    const { db, scope, audit } = context;
    orNotFound(await trackingNumberById(db, scope, id));
    const change = await checkedChange(context, body);
    await updateTrackingNumber(db, scope, { id, ...change });
    await audit({ action: "changed", subject: "tracking number", subject_id: id, detail: { ...change } });
    return orNotFound(await trackingNumberById(db, scope, id));
  },

  async cancel({ db, scope, now, audit }, { params: { id } }) {
    orNotFound(await trackingNumberById(db, scope, id));
    const isCanceled = await cancelRequest(db, scope, { id, settled_at: now() });
    if (!isCanceled) throw new Failure("conflict", "This number was bought already.");
    await audit({ action: "canceled the request for", subject: "tracking number", subject_id: id });
    return null;
  },
};

/** The source as the location spells it, and the phone, which must not be one of the business's own numbers. */
async function checkedChange({ db, scope }: StaffContext, { source, forward_to }: TrackingNumberChange) {
  const phone = toE164(forward_to) ?? "";
  if (phone !== "" && (await isOwnNumber(db, scope.dealer_id, phone)))
    throw invalidField("forward_to", "Calls can't be forwarded to one of your Rooftop numbers");
  return { source: spelledAs(source, await sourcesOf(db, scope)), forward_to: phone };
}

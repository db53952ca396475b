import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { callSettings } from "../contract.ts";
import { maxOpenRequests } from "../rules.ts";
import { checkedChange } from "./checkedChange.ts";
import {
  cancelRequest,
  countOpenRequests,
  insertRequest,
  keepNumber,
  parkNumber,
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
      throw new Failure("conflict", `${maxOpenRequests} numbers are already requested. Wait for them, or cancel one.`);
    const { dealer_id, location_id } = scope;
    const row = { dealer_id, location_id, source, area_code, forward_to };
    const id = await insertRequest(db, { ...row, requested_by: who.user_id, requested_at: now() });
    await audit({ action: "requested", subject: "tracking number", subject_id: id, detail: { source, area_code } });
    return orNotFound(await trackingNumberById(db, scope, id));
  },

  async change(context, { params: { id }, body }) {
    const { db, scope, audit } = context;
    const { forward_to } = orNotFound(await trackingNumberById(db, scope, id));
    const change = { ...body, ...(await checkedChange(context, { forward_to, ...body })) };
    await updateTrackingNumber(db, scope, { id, ...change });
    const { also_rings = [], ...detail } = change;
    const phones = also_rings.join(", ");
    await audit({ action: "changed", subject: "tracking number", subject_id: id, detail: { ...detail, phones } });
    return orNotFound(await trackingNumberById(db, scope, id));
  },

  async release({ db, scope, now, audit }, { params: { id } }) {
    orNotFound(await trackingNumberById(db, scope, id));
    const isParked = await parkNumber(db, scope, { id, parked_at: now() });
    if (!isParked) throw new Failure("conflict", "Only a number that takes calls can be released.");
    await audit({ action: "released", subject: "tracking number", subject_id: id });
    return orNotFound(await trackingNumberById(db, scope, id));
  },

  async keep({ db, scope, audit }, { params: { id } }) {
    orNotFound(await trackingNumberById(db, scope, id));
    if (!(await keepNumber(db, scope, id))) throw new Failure("conflict", "This number isn't released.");
    await audit({ action: "kept", subject: "tracking number", subject_id: id });
    return orNotFound(await trackingNumberById(db, scope, id));
  },

  async cancel({ db, scope, now, audit }, { params: { id } }) {
    orNotFound(await trackingNumberById(db, scope, id));
    const isCanceled = await cancelRequest(db, scope, { id, settled_at: now() });
    if (!isCanceled) throw new Failure("conflict", "This number was already bought.");
    await audit({ action: "canceled the request for", subject: "tracking number", subject_id: id });
    return null;
  },
};

import { orNotFound } from "#core/failure.ts";
import { searchWords } from "#core/searchWords.ts";
import type { Handlers } from "#core/server/serve.ts";
import { listById } from "#domains/lists/server/public.ts";
import type { customerExport } from "../contract.ts";
import { sealTicket } from "./ticket.ts";

const tenMinutes = 600_000;

export const customerExportHandlers: Handlers<typeof customerExport> = {
  async make({ db, scope, who, secret, now, audit }, { body: { search, ...filter } }) {
    const { list_id = null, tag_id = null, optin_status = null, consent = null } = filter;
    if (typeof list_id === "number") orNotFound(await listById(db, scope, list_id));
    const { dealer_id, location_id } = scope;
    const detail = { list_id, tag_id, optin_status, consent, search };
    await audit({ action: "exported", subject: "customers", detail });
    const until = now().getTime() + tenMinutes;
    const words = searchWords(search);
    const ticket = { dealer_id, location_id, session_id: who.session_id, words, ...filter, until };
    const file_name = `customers-${now().toISOString().slice(0, 10)}.csv`;
    return { url: `/files/customers/${sealTicket(secret, ticket)}/${file_name}`, file_name };
  },
};

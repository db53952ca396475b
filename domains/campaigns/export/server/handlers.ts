import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { campaignDetail } from "../../text/server/public.ts";
import type { campaignExport } from "../contract.ts";
import { sealTicket } from "./ticket.ts";

const tenMinutes = 600_000;

export const campaignExportHandlers: Handlers<typeof campaignExport> = {
  async make({ db, scope, who, secret, now, audit }, { params: { id } }) {
    const { title } = orNotFound(await campaignDetail(db, scope, id));
    await audit({ action: "exported the people of", subject: "text campaign", subject_id: id, detail: { title } });
    const { dealer_id, location_id } = scope;
    const until = now().getTime() + tenMinutes;
    const ticket = { dealer_id, location_id, session_id: who.session_id, campaign_id: id, until };
    const file_name = `campaign-${id}-recipients.csv`;
    return { url: `/files/campaigns/${sealTicket(secret, ticket)}/${file_name}`, file_name };
  },
};

import type { Handlers } from "#core/server/serve.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import type { publicSite } from "../contract.ts";
import { publicContacts, savePublicContacts } from "./public.ts";

export const publicSiteHandlers: Handlers<typeof publicSite> = {
  async contacts({ db }) {
    return publicContacts(db);
  },

  async changeContacts({ db, audit }, { body }) {
    await savePublicContacts(db, body);
    await audit({ action: "changed", subject: "public site", dealer_id: platformDealer, detail: body });
  },
};

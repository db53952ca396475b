import type { Handlers } from "#core/server/serve.ts";
import type { overview } from "../contract.ts";
import { countCampaignMessages, countClients, countNumbers, countTexts } from "./store.ts";

export const overviewHandlers: Handlers<typeof overview> = {
  async figures({ db, now }) {
    const as_of = now();
    const clients = await countClients(db, as_of);
    const texts = await countTexts(db, as_of);
    const campaigns = await countCampaignMessages(db, as_of);
    return { clients, ...texts, ...campaigns, numbers: await countNumbers(db), as_of };
  },
};

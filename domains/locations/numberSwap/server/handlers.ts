import type { Handlers } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import type { numberSwap } from "../contract.ts";
import { numbersBySource } from "../rules.ts";
import { activeNumbers } from "./store.ts";

export const numberSwapHandlers: Handlers<typeof numberSwap> = {
  async script({ db, scope, secret, publicUrl }) {
    const { dealer_id, location_id } = scope;
    const number = (await senderNumber(db, dealer_id, location_id)) ?? "";
    const sources = numbersBySource(await activeNumbers(db, scope)).map(({ source }) => source);
    return { url: `${publicUrl}/w/swap.js`, token: signedLink(secret, "n", dealer_id, location_id), number, sources };
  },
};

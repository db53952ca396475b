import type { TickerWork } from "#core/server/domainManifest.ts";
import type { ThreadWork } from "#core/server/threadWork.ts";
import type { Channel } from "../../rules.ts";
import { campaignsInState } from "../../server/campaignStore.ts";

/**
 * Hands campaigns of a channel over, while any is sent, where nobody who reads their inbox waits for it.
 *
 * @param module the file that exports `feed`.
 */
export const feedApart =
  (channel: Channel, module: URL, feed: ThreadWork): TickerWork["work"] =>
  async (server) => {
    const sending = await server.within.platform("campaigns that send", ({ db }) =>
      campaignsInState(db, "sending", channel),
    );
    if (sending.length > 0) await server.apart(server, module, feed);
  };

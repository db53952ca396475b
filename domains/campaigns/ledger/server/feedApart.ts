import type { Server } from "#core/server/serve.ts";
import { campaignsInState } from "../../server/campaignStore.ts";
import { feed } from "./feed.ts";

/** Feeds, while any campaign sends, where nobody who reads their inbox waits for it. */
export async function feedApart(server: Server): Promise<void> {
  const sending = await server.within.platform("campaigns that send", ({ db }) =>
    campaignsInState(db, "sending", "sms"),
  );
  if (sending.length > 0) await server.apart(server, new URL("./feed.ts", import.meta.url), feed);
}

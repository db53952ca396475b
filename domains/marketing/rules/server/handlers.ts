import type { Handlers } from "#core/server/serve.ts";
import type { marketingStop } from "../contract.ts";
import { currentStop } from "./store.ts";

export const marketingStopHandlers: Handlers<typeof marketingStop> = {
  async current({ db }) {
    const stop = await currentStop(db);
    return { stop: stop ? { reason: stop.reason, since: stop.stopped_at } : null };
  },
};

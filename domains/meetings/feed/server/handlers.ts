import type { Handlers } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import type { calendarFeed } from "../contract.ts";
import { deleteFeed, findFeed, saveFeed } from "./store.ts";

export const calendarFeedHandlers: Handlers<typeof calendarFeed> = {
  async get({ db, scope, who }) {
    const feed = await findFeed(db, { dealer_id: scope.dealer_id, user_id: who.user_id });
    return { created_at: feed?.created_at ?? null, read_at: feed?.read_at ?? null };
  },

  /** The address names whose it is, so that it is found without a search; only its secret opens it. */
  async renew({ db, scope, who, now, publicUrl }) {
    const { token, token_hash } = newToken();
    const { dealer_id } = scope;
    const { user_id } = who;
    await saveFeed(db, { dealer_id, user_id }, token_hash, now());
    return { url: `${publicUrl}/calendar/${dealer_id.toString(36)}-${user_id.toString(36)}.${token}.ics` };
  },

  async stop({ db, scope, who, audit }) {
    const stopped = await deleteFeed(db, { dealer_id: scope.dealer_id, user_id: who.user_id });
    if (stopped) await audit({ action: "stopped", subject: "calendar feed", subject_id: who.user_id });
  },
};

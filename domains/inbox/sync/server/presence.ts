import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { isChat } from "#domains/inbox/server/chatStore.ts";
import { type chatPresence, chatPresenceEvents } from "../contract.ts";

export const chatPresenceHandlers: Handlers<typeof chatPresence> = {
  async presence({ db, scope, who, publish }, { body: { chat_id, is_typing, is_here = 1, is_new = 0 } }) {
    orNotFound((await isChat(db, scope, chat_id)) || undefined);
    const { user_id } = who;
    const name = `${who.first_name} ${who.last_name}`.trim();
    publish(chatPresenceEvents.presence, { target_id: chat_id, user_id, name, is_typing, is_here, is_new });
    return null;
  },
};

import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { chatById, lockChat } from "#domains/inbox/server/chatStore.ts";
import { recordChatEvent } from "#domains/inbox/timeline/server/public.ts";
import type { chatSnooze } from "../contract.ts";
import { snoozeError } from "../rules.ts";
import { setSnooze } from "./store.ts";

export const chatSnoozeHandlers: Handlers<typeof chatSnooze> = {
  async snooze(context, { body: { chat_id, until } }) {
    const { db, scope, who, publish, now } = context;
    const snoozed_until = new Date(until);
    const error = snoozeError(snoozed_until, now());
    if (error) throw invalidField("until", error);
    orNotFound(await lockChat(db, scope, chat_id));
    const chat = orNotFound(await chatById(db, scope, chat_id));
    if (chat.is_closed === 1) throw new Failure("conflict", "Reopen the conversation to snooze it.");
    if (await setSnooze(db, scope.dealer_id, chat_id, snoozed_until)) {
      const { user_id } = who;
      await recordChatEvent(context, scope, { chat_ids: [chat_id], kind: "snoozed", snoozed_until, user_id });
      publish(inboxEvents.chatChanged, { target_id: chat_id });
    }
    return { snoozed_until: snoozed_until.toISOString() };
  },

  async unsnooze({ db, scope, publish }, { body: { chat_id } }) {
    orNotFound(await lockChat(db, scope, chat_id));
    orNotFound(await chatById(db, scope, chat_id));
    if (await setSnooze(db, scope.dealer_id, chat_id, null)) publish(inboxEvents.chatChanged, { target_id: chat_id });
    return { snoozed_until: null };
  },
};

import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { chatById } from "#domains/inbox/server/chatStore.ts";
import { allTags, findTag } from "#domains/tags/server/public.ts";
import { chatTagEvents, type chatTags } from "../contract.ts";
import { markReplied } from "./markReplied.ts";
import { addChatTag, countByTag, removeChatTag, tagsOfChat } from "./store.ts";

export const chatTagHandlers: Handlers<typeof chatTags> = {
  async all({ db, scope }) {
    const [tags, counts] = await Promise.all([allTags(db), countByTag(db, scope)]);
    return tags.map((tag) => ({ ...tag, customer_count: counts.get(tag.id) ?? 0 }));
  },

  async ofChat({ db, scope }, { params: { chat_id } }) {
    const [chat, tags, my_tags] = await Promise.all([
      chatById(db, scope, chat_id),
      allTags(db),
      tagsOfChat(db, scope, chat_id),
    ]);
    orNotFound(chat);
    const ownIds = new Set(my_tags.map(({ id }) => id));
    return { my_tags, other_tags: tags.filter(({ id }) => !ownIds.has(id)) };
  },

  async add({ db, scope, who, now, publish }, { body: { chat_id, tag_id } }) {
    orNotFound(await chatById(db, scope, chat_id));
    orNotFound(await findTag(db, { id: tag_id }));
    const tagging = { chat_id, tag_id, user_id: who.user_id, created_at: now() };
    if (await addChatTag(db, scope, tagging)) publish(chatTagEvents.changed, { target_id: chat_id, tag_id });
    return null;
  },

  async remove({ db, scope, publish }, { params: { chat_id, tag_id } }) {
    orNotFound(await chatById(db, scope, chat_id));
    orNotFound(await findTag(db, { id: tag_id }));
    if (await removeChatTag(db, scope, { chat_id, tag_id }))
      publish(chatTagEvents.changed, { target_id: chat_id, tag_id });
    return null;
  },

  async clearUnreplied(context, { params: { chat_id } }) {
    orNotFound(await chatById(context.db, context.scope, chat_id));
    await markReplied(context, context.scope, chat_id);
    return null;
  },
};

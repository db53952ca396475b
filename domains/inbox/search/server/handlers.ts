import { invalidField } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { foldedWords, searchWords } from "#core/searchWords.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { seesDeleted } from "#domains/inbox/deletion/rules.ts";
import { chatsById } from "#domains/inbox/server/chatStore.ts";
import type { FoundMessage, inboxSearch } from "../contract.ts";
import {
  type ChatsCursor,
  excerptOf,
  formatSearchCursor,
  hitsPerBatch,
  isIndexed,
  parseSearchCursor,
  type SearchCursor,
} from "../rules.ts";
import { findChats } from "./findChats.ts";
import { findMessages, messagesById } from "./findMessages.ts";

const listTop: ChatsCursor = { is_closed: 0, after: undefined };

export const inboxSearchHandlers: Handlers<typeof inboxSearch> = {
  async search(context, { body: { search_param, cursor } }) {
    const from = cursor === undefined ? undefined : parseSearchCursor(cursor);
    if (cursor !== undefined && !from)
      throw invalidField("cursor", "This place in the results is not known. Please search again.");
    const words = foldedWords(search_param);
    const searchesMessages = isIndexed(words);
    const chats = !from || "chats" in from ? await chatsFor(context, search_param, from?.chats ?? listTop) : noMatches;
    const messages =
      searchesMessages && (!from || "messages" in from) ? await messagesFor(context, words, from?.messages) : noMatches;
    return {
      chats: chats.found,
      messages: messages.found,
      searches_messages: searchesMessages ? 1 : 0,
      next_cursor: { chats: chats.next, messages: messages.next },
    };
  },
};

const noMatches = { found: [], next: null };

const cursorText = (cursor: SearchCursor | null) => cursor && formatSearchCursor(cursor);

async function chatsFor({ db, scope }: StaffContext, typed: string, from: ChatsCursor) {
  const words = searchWords(typed);
  if (words.length === 0) return noMatches;
  const { ids, next } = await findChats(db, scope, words, from, hitsPerBatch);
  const chats = await chatsByIdMap(db, scope, ids);
  return { found: ids.flatMap((id) => chats.get(id) ?? []), next: cursorText(next && { chats: next }) };
}

async function messagesFor({ db, scope, who }: StaffContext, words: readonly string[], before: number | undefined) {
  const { ids, looked_to } = await findMessages(db, words, before, hitsPerBatch);
  const messages = await messagesById(db, scope, ids, seesDeleted(who));
  // Chats of deleted customers are missing here, and so are their messages.
  const chats = await chatsByIdMap(db, scope, [...new Set(messages.map(({ chat_id }) => chat_id))]);
  const found = messages.flatMap(({ id, chat_id, message, datetime, is_from_customer }): FoundMessage[] => {
    const chat = chats.get(chat_id);
    if (!chat) return [];
    const rest = { datetime: datetime.toISOString(), is_from_customer: is_from_customer === 1 ? 1 : 0 } as const;
    return [{ message_id: id, chat, ...rest, ...excerptOf(message, words) }];
  });
  return { found, next: cursorText(looked_to === null ? null : { messages: looked_to }) };
}

async function chatsByIdMap(
  db: StaffContext["db"],
  scope: LocationScope,
  ids: readonly number[],
): Promise<Map<number, Chat>> {
  return new Map((await chatsById(db, scope, ids)).map((chat) => [chat.id, chat]));
}

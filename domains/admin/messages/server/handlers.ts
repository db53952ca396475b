import { foldedWords, searchWords } from "#core/searchWords.ts";
import type { Handlers } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import type { platformMessages } from "../contract.ts";
import { countMessages, readMessages } from "./store.ts";

/** Row limit of the call without pages. */
const maxRows = 500;

export const platformMessageHandlers: Handlers<typeof platformMessages> = {
  async all({ db, now }) {
    const query = { words: [], person: [], client_id: undefined, filterBy: "all", now: now() } as const;
    const range = { key: "sent_at", dir: "desc", after: undefined, skip: 0, limit: maxRows + 1 } as const;
    const rows = await readMessages(db, query, range);
    return { allMessages: rows.slice(0, maxRows), truncated: rows.length > maxRows };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy, kind } = body;
    const typed = body.search.value;
    const query = { words: foldedWords(typed), person: searchWords(typed), client_id, filterBy, kind, now: now() };
    return timeOrderedPage(body, {
      key: "sent_at",
      read: (range) => readMessages(db, query, range),
      count: () => countMessages(db, query),
    });
  },
};

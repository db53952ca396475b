import { newestPage } from "#core/server/newestPage.ts";
import type { Handlers } from "#core/server/serve.ts";
import { wordsOf } from "#domains/admin/customers/server/public.ts";
import type { platformMessages } from "../contract.ts";
import { countMessages, messagesIn } from "./store.ts";

/** So many rows an answer without pages holds at most. */
const most = 500;

export const platformMessageHandlers: Handlers<typeof platformMessages> = {
  async all({ db, now }) {
    const asked = { words: [], client_id: undefined, filterBy: "all", now: now() } as const;
    const stretch = { key: "sent_at", dir: "desc", after: undefined, skip: 0, limit: most + 1 } as const;
    const rows = await messagesIn(db, asked, stretch);
    return { allMessages: rows.slice(0, most), truncated: rows.length > most };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy } = body;
    const asked = { words: wordsOf(body.search.value), client_id, filterBy, now: now() };
    return newestPage(body, {
      key: "sent_at",
      read: (stretch) => messagesIn(db, asked, stretch),
      count: () => countMessages(db, asked),
    });
  },
};

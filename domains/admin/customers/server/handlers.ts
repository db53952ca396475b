import { searchWords } from "#core/searchWords.ts";
import type { Handlers } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import type { platformCustomers } from "../contract.ts";
import { countCustomers, readCustomers } from "./store.ts";

/** Row limit of the call without pages. */
const maxRows = 500;

export const platformCustomerHandlers: Handlers<typeof platformCustomers> = {
  async all({ db, now }) {
    const query = { words: [], client_id: undefined, filterBy: "all", now: now() } as const;
    const range = { key: "created_at", dir: "desc", after: undefined, skip: 0, limit: maxRows + 1 } as const;
    const rows = await readCustomers(db, query, range);
    return { allCustomers: rows.slice(0, maxRows), truncated: rows.length > maxRows };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy } = body;
    const query = { words: searchWords(body.search.value), client_id, filterBy, now: now() };
    return timeOrderedPage(body, {
      key: "created_at",
      read: (range) => readCustomers(db, query, range),
      count: () => countCustomers(db, query),
    });
  },
};

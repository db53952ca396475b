import { newestPage } from "#core/server/newestPage.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { platformCustomers } from "../contract.ts";
import { countCustomers, customersIn, wordsOf } from "./store.ts";

/** So many rows an answer without pages holds at most. */
const most = 500;

export const platformCustomerHandlers: Handlers<typeof platformCustomers> = {
  async all({ db, now }) {
    const asked = { words: [], client_id: undefined, filterBy: "all", now: now() } as const;
    const stretch = { key: "created_at", dir: "desc", after: undefined, skip: 0, limit: most + 1 } as const;
    const rows = await customersIn(db, asked, stretch);
    return { allCustomers: rows.slice(0, most), truncated: rows.length > most };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy } = body;
    const asked = { words: wordsOf(body.search.value), client_id, filterBy, now: now() };
    return newestPage(body, {
      key: "created_at",
      read: (stretch) => customersIn(db, asked, stretch),
      count: () => countCustomers(db, asked),
    });
  },
};

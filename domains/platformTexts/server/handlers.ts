import type { Handlers } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import type { platformTexts } from "../contract.ts";
import { countTexts, readTexts } from "./store.ts";

export const platformTextHandlers: Handlers<typeof platformTexts> = {
  async table({ db }, { body }) {
    const term = body.search.value.trim();
    return timeOrderedPage(body, {
      key: "received_at",
      read: (range) => readTexts(db, term, range),
      count: () => countTexts(db, term),
    });
  },
};

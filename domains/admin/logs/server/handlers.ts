import { newestPage } from "#core/server/newestPage.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { logs } from "../contract.ts";
import { sentenceOf } from "../rules.ts";
import { countLogs, type LogRow, logsIn } from "./store.ts";

/** So many rows an answer without pages holds at most. */
const most = 500;

export const logHandlers: Handlers<typeof logs> = {
  async all({ db, now }) {
    const asked = { words: [], client_id: undefined, filterBy: "all", now: now() } as const;
    const stretch = { key: "date_created", dir: "desc", after: undefined, skip: 0, limit: most + 1 } as const;
    const rows = await logsIn(db, asked, stretch);
    return { allLogs: rows.slice(0, most).map(said), truncated: rows.length > most };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy } = body;
    const words = body.search.value.split(/\s+/).filter(Boolean);
    const asked = { words, client_id, filterBy, now: now() };
    const page = await newestPage(body, {
      key: "date_created",
      read: (stretch) => logsIn(db, asked, stretch),
      count: () => countLogs(db, asked),
    });
    return { ...page, rows: page.rows.map(said) };
  },
};

const said = (row: LogRow) => ({ id: row.id, date_created: row.date_created, message: sentenceOf(row) });

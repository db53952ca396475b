import { newestPage } from "#core/server/newestPage.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { logs } from "../contract.ts";
import { sentenceOf } from "../rules.ts";
import { countLogs, type LogRow, logsIn } from "./store.ts";

/** Row limit of the call without pages. */
const maxRows = 500;

export const logHandlers: Handlers<typeof logs> = {
  async all({ db, now }) {
    const query = { words: [], client_id: undefined, filterBy: "all", now: now() } as const;
    const range = { key: "date_created", dir: "desc", after: undefined, skip: 0, limit: maxRows + 1 } as const;
    const rows = await logsIn(db, query, range);
    return { allLogs: rows.slice(0, maxRows).map(toLogEntry), truncated: rows.length > maxRows };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy } = body;
    const words = body.search.value.split(/\s+/).filter(Boolean);
    const query = { words, client_id, filterBy, now: now() };
    const page = await newestPage(body, {
      key: "date_created",
      read: (range) => logsIn(db, query, range),
      count: () => countLogs(db, query),
    });
    return { ...page, rows: page.rows.map(toLogEntry) };
  },
};

const toLogEntry = (row: LogRow) => ({ id: row.id, date_created: row.date_created, message: sentenceOf(row) });

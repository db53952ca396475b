import type { Handlers } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import type { logs } from "../contract.ts";
import { sentenceOf } from "../rules.ts";
import { countLogs, type LogRow, readLogs } from "./store.ts";

/** Row limit of the call without pages. */
const maxRows = 500;

export const logHandlers: Handlers<typeof logs> = {
  async all({ db, now }) {
    const query = { search: "", client_id: undefined, filterBy: "all", now: now() } as const;
    const range = { key: "date_created", dir: "desc", after: undefined, skip: 0, limit: maxRows + 1 } as const;
    const rows = await readLogs(db, query, range);
    return { allLogs: rows.slice(0, maxRows).map(toLogEntry), truncated: rows.length > maxRows };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy } = body;
    const query = { search: body.search.value, client_id, filterBy, now: now() };
    const page = await timeOrderedPage(body, {
      key: "date_created",
      read: (range) => readLogs(db, query, range),
      count: () => countLogs(db, query),
    });
    return { ...page, rows: page.rows.map(toLogEntry) };
  },
};

const toLogEntry = (row: LogRow) => ({ id: row.id, date_created: row.date_created, message: sentenceOf(row) });

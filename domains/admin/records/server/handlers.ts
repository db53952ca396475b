import { orNotFound } from "#core/failure.ts";
import { foldedWords, searchWords } from "#core/searchWords.ts";
import type { Handlers } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import { activeStates, campaignStatusText } from "#domains/campaigns/rules.ts";
import {
  campaignSubject,
  dealerOfCampaign,
  holdCampaign,
  releaseCampaign,
} from "#domains/campaigns/sending/server/public.ts";
import type { logs, platformCampaigns, platformCustomers, platformMessages } from "../contract.ts";
import { sentenceOf, sentTypeMarkup } from "../rules.ts";
import { countMessages, readMessages } from "./messageStore.ts";
import {
  countCampaigns,
  countCustomers,
  countLogs,
  type LogRow,
  readCampaigns,
  readCustomers,
  readLogs,
} from "./store.ts";

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

/** Row limit of the call without pages. */

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

/** Row limit of the call without pages. */

export const platformCampaignHandlers: Handlers<typeof platformCampaigns> = {
  async all({ db, now }) {
    const query = { search: "", client_id: undefined, filterBy: "all", now: now() } as const;
    const range = { key: "created_at", dir: "desc", after: undefined, skip: 0, limit: maxRows + 1 } as const;
    const rows = await readCampaigns(db, query, range);
    return { allCampaigns: rows.slice(0, maxRows).map(toCampaign), truncated: rows.length > maxRows };
  },

  async table({ db, now }, { body }) {
    const { client_id, filterBy, channel, sent } = body;
    const query = { search: body.search.value, client_id, filterBy, channel, sent, now: now() };
    const page = await timeOrderedPage(body, {
      key: "created_at",
      read: (range) => readCampaigns(db, query, range),
      count: () => countCampaigns(db, query),
    });
    return { ...page, rows: page.rows.map(toCampaign) };
  },

  async hold(context, { params: { id }, body: { reason } }) {
    const { db, audit } = context;
    const dealer_id = orNotFound(await dealerOfCampaign(db, id));
    const { title, channel } = orNotFound(await holdCampaign(context, { dealer_id, campaign_id: id }, reason));
    const detail = { title, reason };
    await audit({ action: "paused for Rooftop", subject: campaignSubject(channel), subject_id: id, dealer_id, detail });
  },

  async release(context, { params: { id } }) {
    const { db, audit } = context;
    const dealer_id = orNotFound(await dealerOfCampaign(db, id));
    const { title, channel } = orNotFound(await releaseCampaign(context, { dealer_id, campaign_id: id }));
    await audit({
      action: "released",
      subject: campaignSubject(channel),
      subject_id: id,
      dealer_id,
      detail: { title },
    });
  },
};

type PlatformRow = Awaited<ReturnType<typeof readCampaigns>>[number];

function toCampaign({ state, why, done, ...row }: PlatformRow) {
  const progress = { state, why, done, held_for: row.held_for, audience: row.total_recipients };
  const can_hold = activeStates.includes(state) && row.held_for === "" && row.is_deleted === 0;
  return {
    ...row,
    sent_type: sentTypeMarkup(row.send_option),
    campaign_status: row.is_deleted === 1 ? "Deleted" : campaignStatusText(progress),
    can_hold: can_hold ? (1 as const) : (0 as const),
  };
}

/** Row limit of the call without pages. */

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

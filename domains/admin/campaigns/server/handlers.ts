import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import { dealerOfCampaign, holdCampaign, releaseCampaign } from "#domains/campaigns/hold/server/public.ts";
import { activeStates, campaignStatusText } from "#domains/campaigns/rules.ts";
import { campaignSubject } from "#domains/campaigns/text/server/public.ts";
import type { platformCampaigns } from "../contract.ts";
import { sentTypeMarkup } from "../rules.ts";
import { countCampaigns, readCampaigns } from "./store.ts";

/** Row limit of the call without pages. */
const maxRows = 500;

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

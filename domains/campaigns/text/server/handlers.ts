import { orNotFound } from "#core/failure.ts";
import { keysetPage, maxCountedRows } from "#core/server/keysetPage.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { tablePage } from "#core/server/table.ts";
import { currentStop } from "#domains/marketing/rules/server/public.ts";
import { dailyRoom } from "#domains/quotas/server/public.ts";
import { forecastOf } from "../../rules.ts";
import {
  cancelCampaign,
  carrierRoom,
  pauseCampaign,
  recentResults,
  removeCampaign,
  resumeCampaign,
} from "../../sending/server/public.ts";
import {
  audienceChoice,
  campaignLists,
  lockCampaign,
  sendOptionOf,
  updateCampaign,
} from "../../server/campaignStore.ts";
import { listPeople } from "../../server/listPeople.ts";
import { countSentTexts } from "../../server/public.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import type { textCampaigns } from "../contract.ts";
import { saveCampaign } from "./saveCampaign.ts";
import {
  campaignDetail,
  campaignRows,
  campaignsOfChat,
  countFailures,
  countLeft,
  countRecipients,
  countResults,
  countWaiting,
  customersNotReached,
  insertCampaign,
  narrowedRows,
  periodRange,
  type RecipientRow,
  type RecipientSort,
  recipientRange,
  replaceChoice,
} from "./store.ts";
import { filterOf, toDetail, toListed, toRecipient, withStop } from "./toDetail.ts";

export const textCampaignHandlers: Handlers<typeof textCampaigns> = {
  async table(context, { body }) {
    const { db, scope } = context;
    const from = body.period ? (await periodRange(context, body.period)).from : undefined;
    const page = await tablePage(db, narrowedRows(campaignRows(db, scope), { status: body.status, from }), body, {
      sortable: ["id", "title", "sent_at", "created_on", "total_recipients"],
      texts: ["title"],
      searchable: ["title", "sending_to"],
      order: [["id", "desc"]],
    });
    const stop = await currentStop(db);
    const results = await countResults(
      db,
      scope.dealer_id,
      page.rows.map(({ id }) => id),
    );
    return { ...page, rows: page.rows.map((row) => toListed(withStop(row, stop), results)) };
  },

  waiting: ({ within, scope: { dealer_id } }) =>
    within.business({ dealer_id }, "campaigns that wait for their number", ({ db }) => countWaiting(db, dealer_id)),

  async figures(context, { body: { period } }) {
    return countSentTexts(context.db, context.scope, await periodRange(context, period));
  },

  async lists({ db, scope }, { params: { id } }) {
    orNotFound(await campaignDetail(db, scope, id));
    const lists = await campaignLists(db, { dealer_id: scope.dealer_id, campaign_id: id });
    return { allCampaignsListDetail: lists.map(({ id, title }) => ({ customer_list: { id, title } })) };
  },

  async one({ db, scope, secret, now, ports }, { params: { id } }) {
    const row = orNotFound(await campaignDetail(db, scope, id));
    const key = { dealer_id: scope.dealer_id, campaign_id: id };
    const choice = await audienceChoice(db, key);
    const counts = await countResults(db, scope.dealer_id, [id]);
    const failures = await countFailures(db, key);
    const recent = await recentResults(db, key);
    const image = row.storage_key === null ? null : signedFileUrl(secret, row.storage_key, now());
    const left = row.state === "sending" ? await countLeft(db, key, now()) : undefined;
    const carrier = left ? await carrierRoom({ db, now }, scope) : null;
    const forecast = left ? forecastOf(left, ports.sms.segmentsPerSecond, carrier) : null;
    const daily_room = left ? await dailyRoom({ db, now }, scope.dealer_id, "texts") : null;
    const parts = { choice, counts, failures, recent, image, forecast };
    const detail = { ...toDetail(withStop(row, await currentStop(db)), parts), daily_room };
    return { campaignDetail: detail, campaignData: detail };
  },

  async recipients({ db, scope }, { params: { id }, body }) {
    orNotFound(await campaignDetail(db, scope, id));
    const filter = filterOf(body);
    const page = await keysetPage<RecipientRow, RecipientSort>(body, {
      sortable: { id: "number", first_name: "text", last_name: "text", sent_at: "number" },
      defaultOrder: { key: "id", dir: "asc" },
      read: async (range, knowsMore) => {
        const rows = await recipientRange(db, scope, id, filter, range);
        const isMany = { total: maxCountedRows, filtered: maxCountedRows, isMore: true };
        const counted = knowsMore ? isMany : await countRecipients(db, { ...scope, campaign_id: id }, filter);
        return { rows, counted };
      },
      valueOf: (row, key) => (key === "sent_at" ? (row.sent_at?.getTime() ?? 0) : row[key]),
    });
    return { ...page, rows: page.rows.map(toRecipient) };
  },

  async add(context, { body }) {
    const { id, version, isSubmitted } = await saveCampaign(context, body);
    const action = isSubmitted ? "submitted" : "saved the draft of";
    await context.audit({ action, subject: "text campaign", subject_id: id, detail: { title: body.title } });
    publishCampaign(context, context.scope, id);
    const submitted = sendOptionOf(body) === "now" ? "Campaign is being sent" : "Campaign scheduled";
    return new CallResult(isSubmitted ? submitted : "Draft saved", { id, version });
  },

  async remove(context, { params: { id } }) {
    await removeCampaign(context, id);
  },

  async pause(context, { params: { id } }) {
    await pauseCampaign(context, id);
  },

  async resume(context, { params: { id } }) {
    await resumeCampaign(context, id);
  },

  async cancel(context, { params: { id } }) {
    await cancelCampaign(context, id);
  },

  /** Its time is not copied: that has passed, or is another campaign's. */
  async duplicate({ db, scope, who, now, audit }, { params: { id } }) {
    const original = orNotFound(await lockCampaign(db, scope, id));
    const { dealer_id, location_id } = scope;
    const title = `Copy of ${original.title}`.slice(0, 255);
    const made = { client_id: null, created_by: who.user_id, created_at: now() };
    const copy = orNotFound(await insertCampaign(db, { dealer_id, location_id, title, body: original.body, ...made }));
    const { template_id, image_id, recipient_type, exclude_days } = original;
    const skip_unanswered = original.skip_unanswered === 1 ? 1 : 0;
    const key = { dealer_id, campaign_id: copy };
    await updateCampaign(db, key, { template_id, image_id, recipient_type, exclude_days, skip_unanswered });
    await replaceChoice(db, key, await audienceChoice(db, { dealer_id, campaign_id: id }));
    await audit({ action: "duplicated", subject: "text campaign", subject_id: id, detail: { copy } });
    return { id: copy };
  },

  async listNotReached(context, { params: { id } }) {
    const made = await listNotReached(context, id);
    return made.list_id === null ? new CallResult("Everyone was reached", made, "info") : made;
  },

  async ofChat({ db, scope }, { params: { chat_id } }) {
    return orNotFound(await campaignsOfChat(db, scope, chat_id));
  },
};

/** Makes a list of the people whom another campaign could reach. @returns no list when there is nobody. */
export async function listNotReached(context: StaffContext, id: number) {
  const { db, scope, audit } = context;
  const { title } = orNotFound(await lockCampaign(db, scope, id));
  const customer_ids = await customersNotReached(db, { dealer_id: scope.dealer_id, campaign_id: id });
  const made = await listPeople(context, `Not reached: ${title}`, customer_ids);
  if (made.list_id !== null) {
    const { list_id } = made;
    const action = "listed who was not reached by";
    await audit({ action, subject: "text campaign", subject_id: id, detail: { list_id } });
  }
  return made;
}

import { orNotFound } from "#core/failure.ts";
import { keysetPage, maxCountedRows } from "#core/server/keysetPage.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { currentStop } from "#domains/marketing/rules/server/public.ts";
import { dailyRoom } from "#domains/quotas/server/public.ts";
import {
  campaignSubject,
  cancelCampaign,
  pauseCampaign,
  recentMails,
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
import { publishCampaign } from "../../server/publishCampaign.ts";
import {
  campaignDetail,
  campaignRows,
  insertCampaign,
  narrowedRows,
  periodRange,
  replaceChoice,
  withStop,
} from "../../text/server/public.ts";
import type { emailCampaigns } from "../contract.ts";
import { saveEmailCampaign } from "./saveEmailCampaign.ts";
import {
  countMailFailures,
  countMailRecipients,
  countMailResults,
  customersOfFilter,
  linkFigures,
  type MailRecipientRow,
  type MailRecipientSort,
  mailRecipientRange,
} from "./store.ts";
import { filterOf, toDetail, toListed, toMailRecipient } from "./toDetail.ts";

/** Row limit of the call without pages. */
const maxRows = 500;
const subject = campaignSubject("email");

export const emailCampaignHandlers: Handlers<typeof emailCampaigns> = {
  async table(context, { body }) {
    const { db, scope } = context;
    const from = body.period ? (await periodRange(context, body.period)).from : undefined;
    const page = await tablePage(
      db,
      narrowedRows(campaignRows(db, scope, "email"), { status: body.status, from }),
      body,
      {
        sortable: ["id", "title", "sent_at", "created_on", "total_recipients"],
        texts: ["title"],
        searchable: ["title", "subject", "sending_to"],
        order: [["id", "desc"]],
      },
    );
    const stop = await currentStop(db);
    const ids = page.rows.map(({ id }) => id);
    const results = await countMailResults(db, scope.dealer_id, ids);
    return { ...page, rows: page.rows.map((row) => toListed(withStop(row, stop), results)) };
  },

  async all({ db, scope }) {
    const rows = await campaignRows(db, scope, "email")
      .orderBy("campaigns.id", "desc")
      .limit(maxRows + 1)
      .execute();
    const shown = rows.slice(0, maxRows);
    const stop = await currentStop(db);
    const ids = shown.map(({ id }) => id);
    const results = await countMailResults(db, scope.dealer_id, ids);
    const allCampaigns = shown.map((row) => toListed(withStop(row, stop), results));
    return { allCampaigns, truncated: rows.length > maxRows };
  },

  async lists({ db, scope }, { params: { id } }) {
    orNotFound(await campaignDetail(db, scope, id, "email"));
    const lists = await campaignLists(db, { dealer_id: scope.dealer_id, campaign_id: id });
    return { allCampaignsListDetail: lists.map(({ id, title }) => ({ customer_list: { id, title } })) };
  },

  async one({ db, scope, now }, { params: { id } }) {
    const row = orNotFound(await campaignDetail(db, scope, id, "email"));
    const key = { dealer_id: scope.dealer_id, campaign_id: id };
    const choice = await audienceChoice(db, key);
    const counts = await countMailResults(db, scope.dealer_id, [id]);
    const failures = await countMailFailures(db, key);
    const links = await linkFigures(db, key);
    const recent = await recentMails(db, key);
    const daily_room = row.state === "sending" ? await dailyRoom({ db, now }, scope.dealer_id, "mails") : null;
    const parts = { choice, counts, failures, links, recent };
    return { campaignDetail: { ...toDetail(withStop(row, await currentStop(db)), parts), daily_room } };
  },

  async recipients({ db, scope, secret }, { params: { id }, body }) {
    orNotFound(await campaignDetail(db, scope, id, "email"));
    const key = { dealer_id: scope.dealer_id, campaign_id: id };
    const filter = filterOf(body);
    const page = await keysetPage<MailRecipientRow, MailRecipientSort>(body, {
      sortable: {
        id: "number",
        first_name: "text",
        last_name: "text",
        sent_at: "number",
        opened_at: "number",
        clicked_at: "number",
      },
      defaultOrder: { key: "id", dir: "asc" },
      read: async (range, knowsMore) => {
        const rows = await mailRecipientRange(db, scope, id, filter, range);
        const isMany = { total: maxCountedRows, filtered: maxCountedRows, isMore: true };
        return { rows, counted: knowsMore ? isMany : await countMailRecipients(db, key, filter) };
      },
      valueOf: (row, sort) => {
        const value = row[sort];
        return typeof value === "object" ? (value?.getTime() ?? 0) : value;
      },
    });
    return { ...page, rows: page.rows.map((row) => toMailRecipient(row, secret, key)) };
  },

  async add(context, { body }) {
    const { id, version, isSubmitted } = await saveEmailCampaign(context, body);
    const action = isSubmitted ? "submitted" : "saved the draft of";
    await context.audit({ action, subject, subject_id: id, detail: { title: body.title } });
    publishCampaign(context, context.scope, id);
    const submitted = sendOptionOf(body) === "now" ? "Campaign is being sent" : "Campaign scheduled";
    return new CallResult(isSubmitted ? submitted : "Draft saved", { id, version });
  },

  async remove(context, { params: { id } }) {
    await removeCampaign(context, id, "email");
  },

  async pause(context, { params: { id } }) {
    await pauseCampaign(context, id, "email");
  },

  async resume(context, { params: { id } }) {
    await resumeCampaign(context, id, "email");
  },

  async cancel(context, { params: { id } }) {
    await cancelCampaign(context, id, "email");
  },

  async listPeople(context, { params: { id }, body }) {
    const { db, scope, audit } = context;
    const { title } = orNotFound(await lockCampaign(db, scope, id, "email"));
    const key = { dealer_id: scope.dealer_id, campaign_id: id };
    const customer_ids = await customersOfFilter(db, key, filterOf(body));
    const made = await listPeople(context, `${body.label}: ${title}`, customer_ids);
    if (made.list_id === null) return new CallResult("There's no one left to list", made, "info");
    await audit({ action: "listed people of", subject, subject_id: id, detail: { list_id: made.list_id } });
    return made;
  },

  /** Its time is not copied: that has passed, or is another campaign's. */
  async duplicate({ db, scope, who, now, audit }, { params: { id } }) {
    const original = orNotFound(await lockCampaign(db, scope, id, "email"));
    const { dealer_id, location_id } = scope;
    const title = `Copy of ${original.title}`.slice(0, 255);
    const made = { client_id: null, created_by: who.user_id, created_at: now() };
    const row = { dealer_id, location_id, channel: "email", title, body: original.body, ...made } as const;
    const copy = orNotFound(await insertCampaign(db, row));
    const { recipient_type, exclude_days, preheader } = original;
    const skip_unanswered = original.skip_unanswered === 1 ? 1 : 0;
    const key = { dealer_id, campaign_id: copy };
    const kept = { subject: original.subject, preheader, recipient_type, exclude_days, skip_unanswered } as const;
    await updateCampaign(db, key, kept);
    await replaceChoice(db, key, await audienceChoice(db, { dealer_id, campaign_id: id }));
    await audit({ action: "duplicated", subject, subject_id: id, detail: { copy } });
    return { id: copy };
  },
};

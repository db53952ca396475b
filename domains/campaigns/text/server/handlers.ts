import { orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { tablePage } from "#core/server/table.ts";
import { type SkipReason, skipReasonTexts } from "#domains/marketing/gate/rules.ts";
import { type RecipientState, recipientStateTexts } from "../../rules.ts";
import { audienceChoice, campaignLists, lockCampaign, updateCampaign } from "../../server/campaignStore.ts";
import type { textCampaigns } from "../contract.ts";
import { cancelCampaign, pauseCampaign, removeCampaign, resumeCampaign } from "./cancelCampaign.ts";
import { insertCampaign, replaceChoice } from "./choiceStore.ts";
import { listNotReached } from "./listNotReached.ts";
import { saveCampaign } from "./saveCampaign.ts";
import { toDetail, toListed } from "./toDetail.ts";
import { campaignDetail, campaignRows, campaignsOfChat, countResults, recipientRows } from "./viewStore.ts";

export const textCampaignHandlers: Handlers<typeof textCampaigns> = {
  async table({ db, scope }, { body }) {
    const page = await tablePage(db, campaignRows(db, scope), body, {
      sortable: ["id", "title", "sent_at", "created_on", "total_recipients"],
      texts: ["title"],
      searchable: ["title", "sending_to"],
      order: [["id", "desc"]],
    });
    return { ...page, rows: page.rows.map(toListed) };
  },

  async lists({ db, scope }, { params: { id } }) {
    orNotFound(await campaignDetail(db, scope, id));
    const lists = await campaignLists(db, { dealer_id: scope.dealer_id, campaign_id: id });
    return { allCampaignsListDetail: lists.map(({ id, title }) => ({ customer_list: { id, title } })) };
  },

  async one({ db, scope, secret, now }, { params: { id } }) {
    const row = orNotFound(await campaignDetail(db, scope, id));
    const key = { dealer_id: scope.dealer_id, campaign_id: id };
    const choice = await audienceChoice(db, key);
    const counts = await countResults(db, key);
    const image = row.storage_key === null ? null : signedFileUrl(secret, row.storage_key, now());
    const detail = toDetail(row, { choice, counts, image });
    return { campaignDetail: detail, campaignData: detail };
  },

  async recipients({ db, scope }, { params: { id }, body }) {
    orNotFound(await campaignDetail(db, scope, id));
    let rows = recipientRows(db, { dealer_id: scope.dealer_id, campaign_id: id });
    if (body.state) rows = rows.where("r.state", "=", body.state);
    if (body.reason) rows = rows.where("r.reason", "=", body.reason);
    const page = await tablePage(db, rows, body, {
      sortable: ["id", "first_name", "last_name", "sent_at", "created_at"],
      texts: ["first_name", "last_name"],
      searchable: ["first_name", "last_name", "error"],
      order: [["id", "asc"]],
    });
    return { ...page, rows: page.rows.map(toRecipient) };
  },

  async add(context, { body }) {
    const { id, version, isSubmitted } = await saveCampaign(context, body);
    const action = isSubmitted ? "submitted" : "saved the draft of";
    await context.audit({ action, subject: "text campaign", subject_id: id, detail: { title: body.title } });
    const submitted = body.campaign_send_option === "now" ? "Campaign is being sent" : "Campaign scheduled";
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
    const key = { dealer_id, campaign_id: copy };
    await updateCampaign(db, key, { template_id, image_id, recipient_type, exclude_days });
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

interface RecipientResult {
  readonly state: RecipientState;
  readonly reason: SkipReason | "";
  readonly error: string;
}

/** A person's row with their state in words; who was skipped has the reason where others have the carrier's error. */
function toRecipient<Row extends RecipientResult>({ state, reason, error, ...row }: Row) {
  return { ...row, message_status: recipientStateTexts[state], error: reason === "" ? error : skipReasonTexts[reason] };
}

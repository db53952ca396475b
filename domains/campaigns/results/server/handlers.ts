import { orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { shownReport } from "#domains/marketing/delivery/rules.ts";
import { type EmailReportRow, recipientReports } from "#domains/marketing/delivery/server/public.ts";
import { campaignDetail } from "../../text/server/public.ts";
import type { campaignExport, emailReports } from "../contract.ts";
import { type CampaignTicket, sealTicket } from "./exportRecipients.ts";

const tenMinutes = 600_000;

export const campaignExportHandlers: Handlers<typeof campaignExport> = {
  make: (context, { params }) => linkTo(context, params.id, "sms"),
  makeEmail: (context, { params }) => linkTo(context, params.id, "email"),
};

async function linkTo(context: StaffContext, id: number, channel: CampaignTicket["channel"]) {
  const { db, scope, who, secret, now, audit } = context;
  const { title } = orNotFound(await campaignDetail(db, scope, id, channel));
  await audit({
    action: "exported the people of",
    subject: channel === "sms" ? "text campaign" : "email campaign",
    subject_id: id,
    detail: { title },
  });
  const { dealer_id, location_id } = scope;
  const until = now().getTime() + tenMinutes;
  const ticket = { dealer_id, location_id, session_id: who.session_id, campaign_id: id, channel, until };
  const file_name = `campaign-${id}-recipients.csv`;
  return { url: `/files/campaigns/${sealTicket(secret, ticket)}/${file_name}`, file_name };
}

export const emailReportHandlers: Handlers<typeof emailReports> = {
  async list({ db, scope }, { params: { id }, body }) {
    orNotFound(await campaignDetail(db, scope, id, "email"));
    const mail = { dealer_id: scope.dealer_id, campaign_id: id, recipient_n: body.recipient };
    return { reports: (await recipientReports(db, mail)).map(toReport) };
  },
};

/** A report with whatever is hidden in it spelled out. */
function toReport({ raw, is_cut, words, ...event }: EmailReportRow) {
  const isCut = is_cut ? (1 as const) : (0 as const);
  return { ...event, words: shownReport(words), raw: raw === null ? null : shownReport(raw), is_cut: isCut };
}

import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { shownReport } from "#domains/marketing/mailReports/rules.ts";
import { type MailReportRow, recipientReports } from "#domains/marketing/mailReports/server/public.ts";
import { campaignDetail } from "../../text/server/public.ts";
import type { emailReports } from "../contract.ts";

export const emailReportHandlers: Handlers<typeof emailReports> = {
  async list({ db, scope }, { params: { id }, body }) {
    orNotFound(await campaignDetail(db, scope, id, "email"));
    const mail = { dealer_id: scope.dealer_id, campaign_id: id, recipient_n: body.recipient };
    return { reports: (await recipientReports(db, mail)).map(toReport) };
  },
};

/** A report with whatever is hidden in it spelled out. */
function toReport({ raw, is_cut, words, ...event }: MailReportRow) {
  const isCut = is_cut ? (1 as const) : (0 as const);
  return { ...event, words: shownReport(words), raw: raw === null ? null : shownReport(raw), is_cut: isCut };
}

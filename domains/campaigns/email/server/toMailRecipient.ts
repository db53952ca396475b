import type { BodyOf } from "#core/call.ts";
import { signedLink } from "#core/server/signedLink.ts";
import { shownReport } from "#domains/marketing/mailReports/rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import type { emailCampaigns } from "../contract.ts";
import { mailSkipTexts, mailStateTexts } from "../rules.ts";
import type { MailRecipientFilter, MailRecipientRow } from "./mailRecipientStore.ts";

type MailFilterBody = Pick<BodyOf<typeof emailCampaigns.recipients>, "state" | "reason" | "outcome" | "link"> & {
  readonly search?: { readonly value: string };
};

/** What the table's request asks for. */
export function filterOf({ state = "", reason = "", outcome = "", link, search }: MailFilterBody): MailRecipientFilter {
  const states = state.split(",").flatMap((one) => one.trim() || []);
  return { states, reason, outcome, link: link ?? 0, search: search?.value.trim() ?? "" };
}

/** Says that a view of the mail is the business's own: nothing in it counts. */
export const ownView = 1;

/** A person's state in words; who was skipped has the reason where others have the server's words. */
export function mailStatusOf({
  reason,
  error,
  bounce,
  state,
}: Pick<MailRecipientRow, "reason" | "error" | "bounce" | "state">) {
  return {
    error: reason === "" ? shownReport(error) : mailSkipTexts[reason],
    message_status: bounce === "" ? mailStateTexts[state] : "Bounced",
  };
}

/** A person's row with their state in words. */
export function toMailRecipient(
  { machine_opened_at, ...row }: MailRecipientRow,
  secret: string,
  { dealer_id, campaign_id }: CampaignKey,
) {
  const token = signedLink(secret, "v", dealer_id, campaign_id, row.id, ownView);
  return {
    ...row,
    ...mailStatusOf(row),
    // The same host that the page has: people may know the app by another name.
    view_url: row.sent_at === null ? "" : `/v/${token}`,
    is_machine_open: machine_opened_at !== null && row.opened_at === null ? (1 as const) : (0 as const),
  };
}

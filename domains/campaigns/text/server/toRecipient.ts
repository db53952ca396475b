import type { BodyOf } from "#core/call.ts";
import { skipReasonTexts } from "#domains/marketing/gate/rules.ts";
import { recipientStateTexts } from "../../rules.ts";
import type { textCampaigns } from "../contract.ts";
import type { RecipientFilter, RecipientRow } from "./recipientStore.ts";

type FilterBody = Pick<BodyOf<typeof textCampaigns.recipients>, "state" | "reason" | "error_code" | "outcome"> & {
  readonly search?: { readonly value: string };
};

/** What the table's request asks for. */
export function filterOf({
  state = "",
  reason = "",
  error_code = "",
  outcome = "",
  search,
}: FilterBody): RecipientFilter {
  const states = state.split(",").flatMap((one) => one.trim() || []);
  return { states, reason, error_code, outcome, search: search?.value.trim() ?? "" };
}

/** A person's row with their state in words; who was skipped has the reason where others have the carrier's error. */
export function toRecipient(row: RecipientRow) {
  const error = row.reason === "" ? row.error : skipReasonTexts[row.reason];
  return { ...row, message_status: recipientStateTexts[row.state], error };
}

import { orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { AudienceChoice } from "../../audience/server/public.ts";
import type { CampaignDraft } from "../contract.ts";
import { knownCustomers, knownLists } from "./choiceStore.ts";

/** The chosen lists or people; somebody else's are answered like absent ones. */
export async function checkedChoice(
  { db, scope }: StaffContext,
  draft: Pick<CampaignDraft, "campaign_recipient_type" | "campaign_customers_list" | "campaign_customers">,
): Promise<AudienceChoice> {
  const isList = draft.campaign_recipient_type === "list";
  const list_ids = isList ? (draft.campaign_customers_list ?? []) : [];
  const customer_ids = isList ? [] : (draft.campaign_customers ?? []);
  const lists = list_ids.length === 0 ? [] : await knownLists(db, scope, list_ids);
  const customers = customer_ids.length === 0 ? [] : await knownCustomers(db, scope, customer_ids);
  if (lists.length < list_ids.length || customers.length < customer_ids.length) orNotFound(undefined);
  return { list_ids, customer_ids };
}

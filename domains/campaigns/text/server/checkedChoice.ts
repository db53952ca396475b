import { orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { AudienceChoice } from "../../audience/server/public.ts";
import type { CampaignDraft } from "../contract.ts";
import { liveIds } from "./choiceStore.ts";

/** The chosen lists or people; somebody else's are answered like absent ones. */
export async function checkedChoice(
  { db, scope }: StaffContext,
  draft: Pick<CampaignDraft, "campaign_recipient_type" | "campaign_customers_list" | "campaign_customers">,
): Promise<AudienceChoice> {
  const isList = draft.campaign_recipient_type === "list";
  const list_ids = isList ? (draft.campaign_customers_list ?? []) : [];
  const customer_ids = isList ? [] : (draft.campaign_customers ?? []);
  const lists = await liveIds(db, "customer_lists", scope, list_ids);
  const customers = await liveIds(db, "customers", scope, customer_ids);
  if (lists.length < list_ids.length || customers.length < customer_ids.length) orNotFound(undefined);
  return { list_ids, customer_ids };
}

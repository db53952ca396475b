import { useDebouncedValue } from "@mantine/hooks";
import { useCall } from "#core/web/call/useCall.ts";
import { campaignPreview } from "../../preview/contract.ts";
import { audienceBody, type WizardDraft } from "./wizardDraft.ts";

/** Who would get the text. The old numbers stay while new ones are counted. */
export function useAudience(draft: WizardDraft) {
  const isChosen = draft.type === "list" ? draft.lists.length > 0 : draft.customers.length > 0;
  const asked = { ...audienceBody(draft), include_unknown: draft.unknown === null ? 0 : 1 };
  // Compared as text: each rendering makes a new object.
  const [text] = useDebouncedValue(JSON.stringify(asked), 400);
  const body = JSON.parse(text) as typeof asked;
  const isCounted = body.campaign_customers_list.length > 0 || body.campaign_customers.length > 0;
  const answer = useCall(
    campaignPreview.audience,
    { body },
    { enabled: isChosen && isCounted, keepPrevious: true, staleTime: 30_000 },
  );
  const isOld = answer.isPlaceholderData || text !== JSON.stringify(asked);
  return { data: isChosen ? answer.data : undefined, error: answer.error, isOld, isChosen, refetch: answer.refetch };
}

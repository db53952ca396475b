import { useDebouncedValue } from "@mantine/hooks";
import type { BodyInput, Call } from "#core/call.ts";
import { useCall } from "#core/web/call/useCall.ts";
import type { AudienceDraft, audienceFieldsOf } from "./audienceDraft.ts";

/** Counts who would get a campaign. The old numbers stay while new ones are counted. */
export function useCountedAudience<C extends Call, Body extends BodyInput<C> & ReturnType<typeof audienceFieldsOf>>(
  call: C,
  { type, lists, customers }: AudienceDraft,
  asked: Body,
) {
  const isChosen = type === "list" ? lists.length > 0 : customers.length > 0;
  // Compared as text: each rendering makes a new object.
  const [text] = useDebouncedValue(JSON.stringify(asked), 400);
  const body = JSON.parse(text) as Body;
  const isCounted = body.campaign_customers_list.length > 0 || body.campaign_customers.length > 0;
  const answer = useCall(call, { body }, { enabled: isChosen && isCounted, keepPrevious: true, staleTime: 30_000 });
  const isOld = answer.isPlaceholderData || text !== JSON.stringify(asked);
  return { data: isChosen ? answer.data : undefined, error: answer.error, isOld, isChosen, refetch: answer.refetch };
}

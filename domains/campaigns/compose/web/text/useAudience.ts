import { campaignPreview } from "../../contract.ts";
import { useCountedAudience } from "../wizard/useCountedAudience.ts";
import { audienceBody, type TextDraft } from "./textDraft.ts";

/** Who would get the text. */
export function useAudience(draft: TextDraft) {
  const asked = { ...audienceBody(draft), include_unknown: draft.unknown === null ? 0 : 1 };
  return useCountedAudience(campaignPreview.audience, draft, asked);
}

import { useEffect, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { isWebAddress, type SavedProfile } from "../../contract.ts";
import { useRegistrationPlace } from "../registrationPlace.ts";
import type { RegistrationDraft } from "./useRegistrationDraft.ts";

/** Opens the draft's website as a reviewer would, a moment after it was typed. @returns what was found; empty: nothing yet. */
export function useWebsiteCheck(draft: RegistrationDraft) {
  const { website, brand_name } = draft.values;
  const { website_checked, website_result, saved_at } = draft.saved;
  const [found, setFound] = useState<{ website: string; brand: string; result: SavedProfile["website_result"] }>({
    website: website_checked,
    brand: draft.saved.brand_name,
    result: website_result,
  });
  const { calls } = useRegistrationPlace();
  const { mutate, isPending } = useSend(calls.checkWebsite, {
    quiet: true,
    onSuccess: ({ data }, { body }) => {
      setFound({ ...data, brand: body?.brand_name ?? "" });
      draft.noteWebsite({ website_checked: data.website, website_result: data.result });
    },
  });
  const isKnown = found.website === website && found.brand === brand_name;
  // What is found is kept with the draft, which a first one isn't yet.
  const mayCheck = saved_at !== null && isWebAddress(website) && brand_name !== "";
  useEffect(() => {
    if (isKnown || !mayCheck) return undefined;
    const timer = setTimeout(() => mutate({ body: { website, brand_name } }), 400);
    return () => clearTimeout(timer);
  }, [isKnown, mayCheck, website, brand_name, mutate]);
  return { check: isKnown && website !== "" ? found.result : "", isPending };
}

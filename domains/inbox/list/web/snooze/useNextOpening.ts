import { useCall } from "#core/web/call/useCall.ts";
import { locationOpening } from "#domains/locations/opening/contract.ts";

const staleTime = 900_000;

/** When the acting location opens on a later day, for the menus that snooze; undefined while it loads. */
export const useNextOpening = (): string | null | undefined =>
  useCall(locationOpening.next, {}, { staleTime }).data?.opens_at;

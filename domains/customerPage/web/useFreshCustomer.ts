import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { consent, consentEvents } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicateEvents, duplicates } from "#domains/duplicates/contract.ts";
import { inbox, inboxEvents } from "#domains/inbox/contract.ts";

const shown = [customers.details, consent.history, appointments.table, inbox.messages];
const found = [duplicates.ofCustomer, duplicates.merges];

/**
 * Keeps a customer's page as it is for everybody; answers what asks for all of it again.
 *
 * @param onMoved where the page goes when its customer was merged into another.
 */
export function useFreshCustomer(id: number, onMoved: (kept_id: number) => void): () => void {
  const cache = useQueryClient();
  const refresh = useCallback(() => {
    for (const call of [...shown, ...found]) void cache.invalidateQueries({ queryKey: [call.name] });
  }, [cache]);
  useOnReconnect(refresh);
  useEvent(consentEvents.changed, ({ customer_id }) => {
    if (customer_id === id) refresh();
  });
  useEvent(inboxEvents.messageOpen, ({ what }) => {
    // It counts, and may be the first one.
    if (what !== "state") void cache.invalidateQueries({ queryKey: [customers.details.name] });
  });
  useEvent(duplicateEvents.merged, ({ kept_id, merged_id, undone }) => {
    if (merged_id === id && undone === 0) onMoved(kept_id);
    else if (kept_id === id || merged_id === id) refresh();
  });
  return refresh;
}

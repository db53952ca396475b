import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { consent, consentEvents } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicateEvents, duplicates } from "#domains/duplicates/contract.ts";
import { inbox, inboxEvents } from "#domains/inbox/contract.ts";

const detailCalls = [customers.details, consent.history, appointments.table, inbox.messages];
const duplicateCalls = [duplicates.ofCustomer, duplicates.merges];

/**
 * Keeps a customer's page up to date with realtime events.
 *
 * @param onMoved runs when the customer was merged into another.
 * @returns a function that refetches everything.
 */
export function useFreshCustomer(id: number, onMoved: (kept_id: number) => void): () => void {
  const cache = useQueryClient();
  const refresh = useCallback(() => {
    for (const call of [...detailCalls, ...duplicateCalls]) void cache.invalidateQueries({ queryKey: [call.name] });
  }, [cache]);
  useOnReconnect(refresh);
  useRealtimeEvent(consentEvents.changed, ({ customer_id }) => {
    if (customer_id === id) refresh();
  });
  useRealtimeEvent(inboxEvents.messageOpen, ({ what }) => {
    // A new message changes the counts and may create the chat.
    if (what !== "state") void cache.invalidateQueries({ queryKey: [customers.details.name] });
  });
  useRealtimeEvent(duplicateEvents.merged, ({ kept_id, merged_id, undone }) => {
    if (merged_id === id && undone === 0) onMoved(kept_id);
    else if (kept_id === id || merged_id === id) refresh();
  });
  return refresh;
}

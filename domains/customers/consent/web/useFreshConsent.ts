import { useQueryClient } from "@tanstack/react-query";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { customers } from "#domains/customers/contract.ts";
import { consent, consentEvents } from "../contract.ts";

/** What shows customers' consent. */
export const showConsent = [consent.history, customers.table, customers.search, customers.details];

/** Refetches a customer's consent history when it changes or after a reconnect. */
export function useFreshConsent(customer_id: number): void {
  const cache = useQueryClient();
  const refresh = () => {
    for (const { name } of showConsent) void cache.invalidateQueries({ queryKey: [name] });
  };
  useRealtimeEvent(consentEvents.changed, (changed) => changed.customer_id === customer_id && refresh());
  useOnReconnect(refresh);
}

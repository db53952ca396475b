import { useQueryClient } from "@tanstack/react-query";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { consent, consentEvents } from "../contract.ts";

/** Refetches a customer's consent history when it changes or after a reconnect. */
export function useFreshConsent(customer_id: number): void {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: [consent.history.name] });
  useRealtimeEvent(consentEvents.changed, (changed) => changed.customer_id === customer_id && refresh());
  useOnReconnect(refresh);
}

import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { customers } from "#domains/customers/contract.ts";
import { consent, consentEvents } from "../contract.ts";

/** What shows customers' consent. */
export const showConsent = [consent.history, customers.table, customers.search, customers.details];

/** Refetches a customer's consent history when it changes or after a reconnect. */
export function useFreshConsent(customer_id: number): void {
  useFreshCalls(showConsent, consentEvents.changed, {
    isShown: (changed) => changed.customer_id === customer_id,
  });
}

import type { NumberRegistration } from "#domains/locations/contract.ts";
import { setNumberRegistration } from "#domains/locations/server/public.ts";
import type { TestApp } from "#testing/testApp.ts";

/** Moves a business's main number to a state, as its registration does. The domains hear of it when the jobs run. */
export async function setRegistration(
  { server, clock }: TestApp,
  { dealer_id, number }: { readonly dealer_id: number; readonly number: string },
  state: NumberRegistration,
): Promise<void> {
  await server.within.cellOf({ dealer_id }, "test", (unit) =>
    setNumberRegistration(unit, { dealer_id, number }, state, clock.now()),
  );
}

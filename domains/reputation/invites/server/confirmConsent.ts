import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { AudiencePerson } from "#domains/campaigns/audience/server/public.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { consentWords } from "../rules.ts";

/** Records what the sender says of people whose consent nobody knew. It lifts no opt-out and closes no question. */
export async function confirmConsent(
  unit: UnitOfWork,
  dealer_id: number,
  user_id: number,
  people: readonly Pick<AudiencePerson, "phone" | "consent">[],
): Promise<void> {
  const attested = { dealer_id, event: "attested", source: "invite", words: consentWords, user_id } as const;
  for (const { phone, consent } of people) if (consent === "unknown") await recordConsent(unit, { ...attested, phone });
}

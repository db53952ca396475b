import { invalidField } from "#core/failure.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isVouchedFor } from "#domains/accounts/emailProof/server/public.ts";
import type { DailyQuota } from "#domains/quotas/rules.ts";
import { giveBackToQuota, QuotaReached, takeFromQuota } from "#domains/quotas/server/public.ts";
import { unprovedLimit, unprovedLimitText, unprovedPhoneText } from "../rules.ts";

interface Recipient {
  readonly dealer_id: number;
  readonly email: string;
  readonly phone: string;
}

const kindsFor = ({ email, phone }: Recipient): DailyQuota[] => [
  "invitations",
  ...(email ? (["mails"] as const) : []),
  ...(phone ? (["texts"] as const) : []),
];

/**
 * Counts an invitation against today's limits. A business that nobody vouches for yet texts nobody in our name, and mails
 * few.
 *
 * @throws Failure `invalid` at the phone or the email, saying what to do.
 */
export async function countInvitation(unit: UnitOfWork, recipient: Recipient): Promise<void> {
  const { dealer_id, email, phone } = recipient;
  const isVouched = await isVouchedFor(unit.db, dealer_id);
  if (phone && !isVouched) throw invalidField("phone", unprovedPhoneText);
  const most = isVouched ? undefined : unprovedLimit;
  try {
    for (const kind of kindsFor(recipient)) await takeFromQuota(unit, dealer_id, kind, most);
  } catch (error) {
    if (!(error instanceof QuotaReached)) throw error;
    throw invalidField(email ? "email" : "phone", isVouched ? error.message : unprovedLimitText);
  }
}

/** Takes the count back when no provider accepted the invitation. */
export async function uncountInvitation(unit: UnitOfWork, recipient: Recipient): Promise<void> {
  await giveBackToQuota(unit, recipient.dealer_id, kindsFor(recipient));
}

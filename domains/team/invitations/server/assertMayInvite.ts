import { Failure, invalidField } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import { isVouchedFor } from "#domains/accounts/emailProof/server/public.ts";
import { unprovedLimitText, unprovedPhoneText, unprovedRateLimit } from "../rules.ts";

/**
 * A business that nobody vouches for yet texts nobody in our name, and mails few.
 *
 * @throws Failure `invalid` at the phone or the email, saying what to do.
 */
export async function assertMayInvite(
  { within, limits }: Pick<Deps, "within" | "limits">,
  { dealer_id, phone }: { dealer_id: number; phone: string },
): Promise<void> {
  if (await within.lookup("invitation", (db) => isVouchedFor(db, dealer_id))) return;
  if (phone) throw invalidField("phone", unprovedPhoneText);
  const { points, seconds } = unprovedRateLimit;
  await limits.consume("invitations.unproved", `dealer:${dealer_id}`, points, seconds).catch((error: unknown) => {
    const isLimit = error instanceof Failure && error.kind === "tooMany";
    throw isLimit ? invalidField("email", unprovedLimitText) : error;
  });
}

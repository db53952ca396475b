import { timingSafeEqual } from "node:crypto";
import { invalidField } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { guessLimit } from "#domains/accounts/browsers/rules.ts";
import { countAttempt } from "#domains/accounts/browsers/server/public.ts";
import { wrongCodeText } from "../contract.ts";
import { hashCode } from "./hashCode.ts";
import { type CodeKey, markUsed, tryCode } from "./store.ts";

export interface Guess extends CodeKey {
  /** The login email; guesses are rate-limited by it, those of a reset by its ticket. */
  readonly email: string;
  readonly isKnownBrowser: boolean;
  readonly otp: string;
}

/**
 * Compares a guess with the newest code. A match uses the code up and runs `onMatch` in the same transaction.
 *
 * @throws Failure `invalid` at `otp`, the same for every rejected code; `tooMany` after 30 guesses in an hour.
 */
export async function checkCode<T>(
  { within, limits, origin, secret }: Pick<Deps, "within" | "limits" | "origin" | "secret">,
  guess: Guess,
  onMatch: (unit: UnitOfWork, code: { subject: string }) => Promise<T>,
): Promise<T> {
  await countGuess(limits, guess);
  const outcome = await within.platform(
    "code",
    async (unit) => {
      // Don't throw in here: a wrong guess only counts if the transaction commits.
      const candidate = await tryCode(unit.db, guess, unit.now());
      if (!candidate || !timingSafeEqual(candidate.code_hash, hashCode(secret, guess, guess.otp))) {
        if (guess.purpose === "sign_in") await auditWrongCode(unit, guess);
        return undefined;
      }
      await markUsed(unit.db, candidate.id, unit.now());
      return { value: await onMatch(unit, { subject: candidate.subject }) };
    },
    origin,
  );
  if (!outcome) throw invalidField("otp", wrongCodeText);
  return outcome.value;
}

/** Audited, because whoever gets this far knows the password. */
async function auditWrongCode({ audit }: UnitOfWork, { dealer_id, user_id }: Guess): Promise<void> {
  await audit({ action: "entered a wrong sign-in code", subject: "user", subject_id: user_id, dealer_id, user_id });
}

/** Counts a guess, whether or not an account exists, so that both look the same from outside. */
export async function countGuess(
  limits: Deps["limits"],
  { purpose, bound_to, email, isKnownBrowser }: Pick<Guess, "purpose" | "bound_to" | "email" | "isKnownBrowser">,
): Promise<void> {
  const account = purpose === "reset" ? bound_to : email;
  await countAttempt(limits, guessLimit(purpose), { account, isKnownBrowser });
}

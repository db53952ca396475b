import { timingSafeEqual } from "node:crypto";
import { invalid } from "#core/failure.ts";
import type { Surroundings } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { wrongCode } from "../contract.ts";
import { guesses } from "../rules.ts";
import { hashCode } from "./hashCode.ts";
import { type CodeKey, markUsed, tryCode } from "./store.ts";

export interface Guess extends CodeKey {
  /** The address that the person signs in with: guesses are counted on it. */
  readonly email: string;
  readonly otp: string;
}

/**
 * Compares a guess with the newest code. When it is right the code is used up, and `right` runs in the same transaction.
 *
 * @throws Failure `invalid` at `otp`, the same for every code that can't be taken; `tooMany` after 30 guesses in an hour.
 */
export async function checkCode<T>(
  { within, limits, origin, secret }: Pick<Surroundings, "within" | "limits" | "origin" | "secret">,
  guess: Guess,
  right: (unit: Unit, code: { subject: string }) => Promise<T>,
): Promise<T> {
  await countGuess(limits, guess.email);
  const outcome = await within.platform(
    "code",
    async (unit) => {
      // A wrong guess is counted by committing, so it must not throw in here.
      const tried = await tryCode(unit.db, guess, unit.now());
      if (!tried || !timingSafeEqual(tried.code_hash, hashCode(secret, guess, guess.otp))) {
        if (guess.purpose === "sign_in") await noteWrongCode(unit, guess);
        return undefined;
      }
      await markUsed(unit.db, tried.id, unit.now());
      return { value: await right(unit, { subject: tried.subject }) };
    },
    origin,
  );
  if (!outcome) throw invalid("otp", wrongCode);
  return outcome.value;
}

/** Whoever has the password has come this far. */
async function noteWrongCode({ audit }: Unit, { dealer_id, user_id }: Guess): Promise<void> {
  await audit({ action: "gave a wrong code to sign in", subject: "user", subject_id: user_id, dealer_id, user_id });
}

/** Counts a guess on the account, whichever code it is for; where there is no account, it looks the same from outside. */
export async function countGuess(limits: Surroundings["limits"], email: string): Promise<void> {
  await limits.use("code guesses", email.toLowerCase(), guesses.points, guesses.seconds);
}

import type { CurrentUser } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isConfirmed, reauthenticationRequired } from "../rules.ts";
import { confirmationOf } from "./store.ts";

/**
 * Refuses a sensitive change unless the password was right within the last ten minutes. Needs a platform unit.
 *
 * @throws Failure `forbidden` with `reauthenticate` in its data.
 */
export async function requireConfirmation(db: Db, { session_id }: CurrentUser, now: Date): Promise<void> {
  if (!isConfirmed(await confirmationOf(db, session_id), now)) throw reauthenticationRequired();
}

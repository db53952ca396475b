import { Failure } from "#core/failure.ts";
import type { Surroundings } from "#core/server/serve.ts";
import { issueCode } from "#domains/accounts/codes/server/public.ts";
import { attachTicket, personByEmail } from "./store.ts";

/** After the answer: looks up who has the address, and sends them a code that works with this ticket alone. Never throws. */
export async function sendResetCode(
  context: Surroundings,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const { within, log } = context;
  try {
    const person = await within.lookup("reset", (db) => personByEmail(db, email));
    if (!person) return;
    const { dealer_id, user_id, two_factor_number: phone } = person;
    await within.platform("reset", ({ db }) => attachTicket(db, id, person));
    const key = { purpose: "reset", dealer_id, user_id, bound_to: String(id) } as const;
    await issueCode(context, { ...key, email, phone, ways: "text and mail" });
  } catch (error) {
    // Nobody waits for this answer any more; too many codes, or a provider that is away, is no fault of ours.
    const expected = error instanceof Failure;
    log[expected ? "warn" : "error"]({ err: error }, "a code to reset a password could not be sent");
  }
}

import { Failure } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import { issueCode } from "#domains/accounts/codes/server/public.ts";
import { attachTicket, personByEmail } from "./store.ts";

/** Runs after the response: sends the address's person a code that works with this ticket only. Never throws. */
export async function sendResetCode(deps: Deps, { id, email }: { id: number; email: string }): Promise<void> {
  const { within, log } = deps;
  try {
    const person = await within.lookup("reset", (db) => personByEmail(db, email));
    if (!person) return;
    const { dealer_id, user_id, two_factor_number: phone } = person;
    await within.platform("reset", ({ db }) => attachTicket(db, id, person));
    const key = { purpose: "reset", dealer_id, user_id, bound_to: String(id) } as const;
    await issueCode(deps, { ...key, email, phone, channel: "text and mail" });
  } catch (error) {
    // The response is already out. Rate limits and provider outages are expected failures.
    const expected = error instanceof Failure;
    log[expected ? "warn" : "error"]({ err: error }, "a code to reset a password could not be sent");
  }
}

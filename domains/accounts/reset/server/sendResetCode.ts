import { Failure } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import { issueCode } from "#domains/accounts/codes/server/public.ts";
import { newPasswordPath } from "../rules.ts";
import { attachTicket, insertLinkTicket, personByEmail } from "./store.ts";

interface ResetTicket {
  readonly id: number;
  readonly email: string;
  readonly isKnownBrowser: boolean;
}

/**
 * Runs after the response: sends the address's person a code that works with this ticket only, and a link that needs
 * none. Never throws.
 */
export async function sendResetCode(deps: Deps, { id, email, isKnownBrowser }: ResetTicket): Promise<void> {
  const { within, log, publicUrl } = deps;
  try {
    const person = await within.lookup("reset", (db) => personByEmail(db, email));
    if (!person) return;
    const { dealer_id, user_id, two_factor_number: phone } = person;
    const { token, token_hash: ticket_hash } = newToken();
    await within.platform("reset", async ({ db, now }) => {
      await attachTicket(db, id, person);
      await insertLinkTicket(db, person, { email, ticket_hash, from_known_browser: isKnownBrowser }, now());
    });
    const key = { purpose: "reset", dealer_id, user_id, bound_to: String(id) } as const;
    const link = publicUrl + newPasswordPath(email, token);
    await issueCode(deps, { ...key, email, isKnownBrowser, phone, channel: "text and mail", link });
  } catch (error) {
    // The response is already out. Rate limits and provider outages are expected failures.
    const expected = error instanceof Failure;
    log[expected ? "warn" : "error"]({ err: error }, "a code to reset a password could not be sent");
  }
}

import { Failure, invalidField } from "#core/failure.ts";
import type { ContextOf, Deps, Handlers } from "#core/server/serve.ts";
import { hashToken, newToken } from "#core/server/token.ts";
import { wrongCodeText } from "#domains/accounts/fields.ts";
import { accountLimits, pleaseWaitText, resendAfter } from "#domains/accounts/rules.ts";
import { clearAllAttempts, isKnownBrowser, rememberBrowser } from "#domains/accounts/server/browsers.ts";
import { checkCode, countGuess, issueCode } from "#domains/accounts/server/codes.ts";
import { changePassword, hashNewPassword } from "#domains/accounts/server/password.ts";
import type { reset } from "../contract.ts";
import { newPasswordPath, secondsUntilNext, ticketEndedText, tooSoonText } from "../rules.ts";
import {
  attachTicket,
  countTry,
  insertLinkTicket,
  insertTicket,
  liveTicket,
  personByEmail,
  recentRequests,
  useTicket,
  verifyTicket,
} from "./store.ts";

export const resetHandlers: Handlers<typeof reset> = {
  /** Must not depend on whether the address has an account: whatever does runs after the response. */
  async forgotPassword(context, { body }) {
    const { within, origin, ports, cookies } = context;
    const email = body.email.toLowerCase();
    const { token, token_hash: ticket_hash } = newToken();
    const now = ports.clock.now();
    const ticket = await within.cellOf(
      { entry: "login", key: email },
      "reset",
      async ({ db }) => {
        const isKnown = await isKnownBrowser(db, cookies, email);
        const wait = secondsUntilNext(await recentRequests(db, email, isKnown, now), now, resendAfter);
        if (wait > 0) throw new Failure("tooMany", tooSoonText(pleaseWaitText(wait)), { retryAfter: wait });
        const id = await insertTicket(db, { email, ticket_hash, from_known_browser: isKnown }, now);
        return { id, email, isKnownBrowser: isKnown };
      },
      origin,
    );
    setImmediate(() => void sendResetCode(context, ticket));
    return { userData: { id: token, email: body.email }, otp: "", phone_no: "" };
  },

  async verify(context, { body }) {
    const ticket = await ticketOf(context, body.user_id);
    if (!ticket) throw invalidField("otp", wrongCodeText);
    const { id, email, dealer_id, user_id } = ticket;
    if (dealer_id === null || user_id === null) return rejectCode(context, ticket);
    const key = { purpose: "reset", dealer_id, user_id, bound_to: String(id) } as const;
    const guess = { ...key, email, isKnownBrowser: ticket.from_known_browser, otp: body.otp };
    await checkCode(context, guess, (unit) => verifyTicket(unit.db, id, unit.now()));
  },

  async resetPassword(context, { body }) {
    const { within, origin, limits, cookies } = context;
    const ticket = await ticketOf(context, body.user_id);
    const email = body.email.toLowerCase();
    if (!ticket?.verified_at || ticket.email !== email) throw invalidField("user_id", ticketEndedText);
    const password_hash = await hashNewPassword(body.password);
    await within.cellOf(
      { entry: "login", key: email },
      "reset",
      async (unit) => {
        const person = await useTicket(unit.db, ticket.id, unit.now());
        if (!person) throw invalidField("user_id", ticketEndedText);
        await changePassword(unit, context, { ...person, password_hash });
        await rememberBrowser(unit, cookies, person);
      },
      origin,
    );
    // The person is verified, so every lockout ends.
    await clearAllAttempts(limits, accountLimits, email);
  },
};

type VerifyContext = ContextOf<(typeof reset)["verify"]>;

function ticketOf({ within, ports }: VerifyContext, ticket: string) {
  const ticket_hash = hashToken(ticket);
  return within.cellOf.read({ entry: "reset", key: ticket_hash }, "reset", (db) =>
    liveTicket(db, ticket_hash, ports.clock.now()),
  );
}

/** A guess for an unknown address: same steps, same message. */
async function rejectCode(
  { within, limits, origin }: VerifyContext,
  ticket: { id: number; email: string; from_known_browser: boolean },
): Promise<never> {
  const { id, email, from_known_browser } = ticket;
  await countGuess(limits, { purpose: "reset", bound_to: String(id), email, isKnownBrowser: from_known_browser });
  await within.cellOf({ entry: "login", key: email }, "code", ({ db, now }) => countTry(db, id, now()), origin);
  throw invalidField("otp", wrongCodeText);
}

interface ResetTicket {
  readonly id: number;
  readonly email: string;
  readonly isKnownBrowser: boolean;
}

/**
 * Runs after the response: sends the address's person a code that works with this ticket only, and a link that needs
 * none. Never throws.
 */
async function sendResetCode(deps: Deps, { id, email, isKnownBrowser }: ResetTicket): Promise<void> {
  const { within, log, publicUrl } = deps;
  try {
    const person = await within.cellOf.read({ entry: "login", key: email }, "reset", (db) => personByEmail(db, email));
    if (!person) return;
    const { dealer_id, user_id, two_factor_number: phone } = person;
    const { token, token_hash: ticket_hash } = newToken();
    await within.cellOf({ dealer_id }, "reset", async ({ db, now }) => {
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

import { Failure, invalidField } from "#core/failure.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import { wrongCodeText } from "#domains/accounts/codes/contract.ts";
import { pleaseWaitText, resendAfter } from "#domains/accounts/codes/rules.ts";
import { checkCode, countGuess } from "#domains/accounts/codes/server/public.ts";
import { changePassword, hashNewPassword, hashToken, newToken } from "#domains/accounts/server/public.ts";
import type { reset } from "../contract.ts";
import { secondsUntilNext, ticketEndedText } from "../rules.ts";
import { sendResetCode } from "./sendResetCode.ts";
import { countTry, insertTicket, liveTicket, recentRequests, useTicket, verifyTicket } from "./store.ts";

export const resetHandlers: Handlers<typeof reset> = {
  /** Must not depend on whether the address has an account: whatever does runs after the response. */
  async forgotPassword(context, { body }) {
    const { db, now, afterCommit } = context;
    const email = body.email.toLowerCase();
    const wait = secondsUntilNext(await recentRequests(db, email, now()), now(), resendAfter);
    if (wait > 0) {
      throw new Failure("tooMany", `A code was just asked for. ${pleaseWaitText(wait)}`, { retryAfter: wait });
    }
    const { token, token_hash } = newToken();
    const id = await insertTicket(db, email, token_hash, now());
    afterCommit(() => void setImmediate(() => sendResetCode(context, { id, email })));
    return { userData: { id: token, email: body.email }, otp: "", phone_no: "" };
  },

  async verify(context, { body }) {
    const ticket = await ticketOf(context, body.user_id);
    if (!ticket) throw invalidField("otp", wrongCodeText);
    const { id, email, dealer_id, user_id } = ticket;
    if (dealer_id === null || user_id === null) return rejectCode(context, ticket);
    const guess = { purpose: "reset", dealer_id, user_id, bound_to: String(id), email, otp: body.otp } as const;
    await checkCode(context, guess, (unit) => verifyTicket(unit.db, id, unit.now()));
  },

  async resetPassword(context, { body }) {
    const { within, origin, limits } = context;
    const ticket = await ticketOf(context, body.user_id);
    const email = body.email.toLowerCase();
    if (!ticket?.verified_at || ticket.email !== email) throw invalidField("user_id", ticketEndedText);
    const password_hash = await hashNewPassword(body.password);
    await within.platform(
      "reset",
      async (unit) => {
        const person = await useTicket(unit.db, ticket.id, unit.now());
        if (!person) throw invalidField("user_id", ticketEndedText);
        await changePassword(unit, context, { ...person, password_hash });
      },
      origin,
    );
    // The person is verified, so a lockout from wrong passwords ends.
    await limits.reset("login", email);
  },
};

type VerifyContext = ContextOf<(typeof reset)["verify"]>;

function ticketOf({ within, ports }: VerifyContext, ticket: string) {
  return within.lookup("reset", (db) => liveTicket(db, hashToken(ticket), ports.clock.now()));
}

/** A guess for an unknown address: same steps, same message. */
async function rejectCode(
  { within, limits, origin }: VerifyContext,
  ticket: { id: number; email: string },
): Promise<never> {
  await countGuess(limits, ticket.email);
  await within.platform("code", ({ db, now }) => countTry(db, ticket.id, now()), origin);
  throw invalidField("otp", wrongCodeText);
}

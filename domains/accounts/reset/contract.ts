import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { email, required } from "#core/fields.ts";
import { strongPassword } from "#core/passwords.ts";
import { Otp } from "#domains/accounts/fields.ts";

/** An opaque reset ticket. It doesn't reveal whether the address has an account. */
const ticket = () => required("Request a new code.", 100);

export const ForgotPasswordDraft = z.object({ email: email("Email is required") });

/** The same for every address. `otp` and `phone_no` are always empty: codes are only compared on the server. */
export const ResetRequested = z.object({
  userData: z.object({ id: z.string(), email: z.string() }),
  otp: z.literal(""),
  phone_no: z.literal(""),
});

export const ResetCodeDraft = z.object({ user_id: ticket(), otp: Otp });

export const ResetDraft = z.object({
  user_id: ticket(),
  email: email("Email is required"),
  password: strongPassword(),
});

export const reset = calls("reset", {
  forgotPassword: {
    method: "POST",
    path: "/forgotPassword",
    allow: "anyone",
    audit: "none: nobody is signed in, and no account changes yet",
    about:
      "Sends a reset code if the address has an account; the answer is the same for every address. userData.id is a ticket.",
    body: ForgotPasswordDraft,
    data: ResetRequested,
    successMessage: "If this email has an account, we sent a code to it",
    rate: { points: 100, seconds: 900, by: "address" },
    ownTransactions: true,
  },
  verify: {
    method: "POST",
    path: "/forgotPassword/verify",
    allow: "anyone",
    audit: "none: nobody is signed in, and no account changes yet",
    about: "Checks the code. user_id is the ticket; once the code is right, the ticket sets one new password.",
    body: ResetCodeDraft,
    successMessage: "Choose a new password",
    rate: { points: 100, seconds: 900, by: "address" },
    ownTransactions: true,
  },
  resetPassword: {
    method: "POST",
    path: "/resetPassword",
    allow: "anyone",
    audit: "trail",
    about:
      "Sets a new password and ends all sessions. user_id is a ticket whose code was right, or the one in the email's link; it works once.",
    body: ResetDraft,
    successMessage: "Your Password has been reset successfully",
    rate: { points: 100, seconds: 900, by: "address" },
    ownTransactions: true,
  },
});

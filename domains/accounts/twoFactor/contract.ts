import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, usPhone } from "#core/fields.ts";
import { Otp } from "#domains/accounts/codes/contract.ts";

export const PhoneNumberDraft = z.object({ phone: usPhone("Phone number is required") });

/** `user_id` is checked against the pending sign-in, never trusted. */
export const CodeDraft = z.object({ otp: Otp, user_id: Id });

/** Where the code went (masked), and when another one may be requested. */
export const SentCode = z.object({
  login_status: z.literal("otp"),
  two_factor_number: z.string(),
  /** Why it went by mail, when the phone replied STOP to our texts; otherwise empty. */
  two_factor_notice: z.string(),
  /** Seconds. */
  resend_after: z.number(),
});
export type SentCode = z.infer<typeof SentCode>;

export const twoFactor = calls("twoFactor", {
  phoneNumberSubmit: {
    method: "POST",
    path: "/login/phoneNumberSubmit",
    allow: "pending",
    audit: "none: a number counts once its code is entered",
    about: "Sends a code to a first phone number. Only while none is on file.",
    body: PhoneNumberDraft,
    data: SentCode,
    successMessage: "The code was sent",
    ownTransactions: true,
  },
  check: {
    method: "POST",
    path: "/twoFAcheck",
    allow: "pending",
    audit: "trail",
    about: "Checks the code. If it is right, the pending sign-in becomes a full one.",
    body: CodeDraft,
    successMessage: "Login successfully",
    ownTransactions: true,
  },
  resend: {
    method: "POST",
    path: "/twoFAresendOTP",
    allow: "pending",
    audit: "none: a sign-in counts once its code is entered",
    about: "Sends a new code to the same place and voids the last one. Waits 30, 60, then 120 seconds.",
    body: z.object({ user_id: Id }),
    data: SentCode,
    successMessage: "A new code was sent",
    ownTransactions: true,
  },
});

import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, inOrder, required, usPhone } from "#core/fields.ts";
import { everyRole } from "#core/people.ts";
import { Otp, wrongCodeText } from "#domains/accounts/fields.ts";

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

/** Omitted or empty: a code is sent where the account needs one. */
const optionalOtp = z.pipe(
  z.transform((value: string | undefined) => (typeof value === "string" ? value.trim() : "")),
  z.string().check(inOrder([(value) => /^(\d{6})?$/.test(value), wrongCodeText])),
);

export const ReauthenticationDraft = z.object({
  password: required("Password is required", 200),
  otp: z._default(optionalOtp, ""),
});

/** Whether the person is confirmed, or where the code went that they have to enter as well. */
export const ReauthenticationStep = z.object({
  /** 0: the password was right, and a code was sent; send both. */
  confirmed: z.literal([0, 1]),
  /** Masked; empty without a code. */
  sent_to: z.string(),
  /** Why it went by mail, when the phone replied STOP to our texts; otherwise empty. */
  notice: z.string(),
  /** Seconds until another code may be requested. */
  resend_after: z.number(),
});
export type ReauthenticationStep = z.infer<typeof ReauthenticationStep>;

export const reauthentication = calls("reauthentication", {
  confirm: {
    method: "POST",
    path: "/settings/reauthenticate",
    allow: everyRole,
    audit: "trail",
    about:
      "Confirms the password again, with a code where the account needs one. For the next ten minutes, factors, passwords and phones can be changed.",
    body: ReauthenticationDraft,
    data: ReauthenticationStep,
    withoutLocation: true,
    withTemporaryPassword: true,
    ownTransactions: true,
  },
});

import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { inOrder, required } from "#core/fields.ts";
import { everyRole } from "#core/people.ts";
import { wrongCodeText } from "#domains/accounts/codes/contract.ts";

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
      "Takes the password again, with a code where the account needs one. For ten minutes factors, passwords and phones can then be changed.",
    body: ReauthenticationDraft,
    data: ReauthenticationStep,
    withoutLocation: true,
    withTemporaryPassword: true,
    ownTransactions: true,
  },
});

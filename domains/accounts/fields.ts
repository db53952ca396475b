import * as z from "zod/mini";
import { inOrder } from "#core/fields.ts";

/** The one message for every rejected code, so that it reveals nothing. */
export const wrongCodeText = "Invalid OTP!";

/** The six digits of a one-time code, as typed. */
export const Otp = z.pipe(
  z.transform((value: string | undefined) => (typeof value === "string" ? value.trim() : "")),
  z.string().check(inOrder([(value) => /^\d{6}$/.test(value), wrongCodeText])),
);

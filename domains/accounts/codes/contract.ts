import * as z from "zod/mini";
import { inOrder } from "#core/words.ts";

/** What is said of every code that can't be taken, whatever is wrong with it. */
export const wrongCode = "Invalid OTP!";

/** The six digits of a one-time code, as typed. */
export const Otp = z.pipe(
  z.transform((value: string | undefined) => (typeof value === "string" ? value.trim() : "")),
  z.string().check(inOrder([(value) => /^\d{6}$/.test(value), wrongCode])),
);

import { Failure } from "#core/failure.ts";

/** The password alone must not replace a number: that takes the old factor or the owner. */
export const numberOnFileText = "A phone number is already on file. Sign in again.";

export const numberRequiredText = "Enter your phone number first.";

/** Seconds after the password was right in which factors, passwords and phones can be changed. */
export const confirmedSeconds = 600;

/** True while a sign-in may make such a change. */
export function isConfirmed(confirmed_at: Date | null, now: Date): boolean {
  return confirmed_at !== null && now.getTime() - confirmed_at.getTime() < confirmedSeconds * 1000;
}

/** The answer to such a change at any other time; the browser asks for the password and then sends it again. */
export function reauthenticationRequired(): Failure {
  return new Failure("forbidden", "Enter your password again to make this change.", { data: { reauthenticate: true } });
}

const day = 24 * 3_600_000;
const trialDays = 30;

/** A trial lasts 30 days from the registration. */
export function trialEnd(registered: Date): Date {
  return new Date(registered.getTime() + trialDays * day);
}

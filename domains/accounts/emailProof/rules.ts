const dayMs = 86_400_000;

/** Days that a link is valid. */
export const emailProofDays = 7;

export function emailProofEnd(sent: Date): Date {
  return new Date(sent.getTime() + emailProofDays * dayMs);
}

/** Seconds between two mails with a link. */
export const emailProofWait = 60;

/** Seconds until another mail may be sent; 0: now. */
export function secondsToNextProof(last: Date | undefined, now: Date): number {
  if (!last) return 0;
  return Math.max(0, Math.ceil((last.getTime() - now.getTime()) / 1000 + emailProofWait));
}

export function emailProofLink(publicUrl: string, token: string): string {
  return `${publicUrl}/verify-email/${token}`;
}

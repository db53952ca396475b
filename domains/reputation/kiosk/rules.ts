/** Letters and digits that no one mistakes for each other. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** A kiosk's username, as people read it aloud: `kiosk-7mq4-x2hd`. @param bytes eight random ones. */
export function usernameOf(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join("");
  return `kiosk-${letters.slice(0, 4)}-${letters.slice(4, 8)}`;
}

const dayMs = 86_400_000;
const idleDays = 14;
const absoluteDays = 90;

/** Whether a device is still signed in: used within two weeks, and for three months at most. */
export function isSignedIn(
  device: { readonly signed_in_at: Date; readonly last_used_at: Date; readonly ended_at: Date | null },
  now: Date,
): boolean {
  const isFresh = now.getTime() - device.last_used_at.getTime() < idleDays * dayMs;
  return device.ended_at === null && isFresh && now.getTime() - device.signed_in_at.getTime() < absoluteDays * dayMs;
}

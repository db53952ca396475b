/** What is known about a phone's consent to be texted. */
export const consentStates = ["unknown", "granted", "attested", "asked", "revoked"] as const;
export type ConsentStateName = (typeof consentStates)[number];

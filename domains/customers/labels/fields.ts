/** What a column says about contact: by its name, and whether a yes in it allows or forbids. */
export const optOutFields = ["no_text", "may_text", "no_email", "may_email", "no_contact", "may_contact"] as const;
export type OptOutField = (typeof optOutFields)[number];

/* What stands around every marketing e-mail. */

export const shellTexts = {
  why: (business: string) => `You get this email because you're a customer of ${business}.`,
  unsubscribe: "Unsubscribe",
  view: "View in browser",
} as const;

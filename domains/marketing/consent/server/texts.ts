/* What people read on the page behind an email's unsubscribe link. */

export const unsubscribeTexts = {
  title: "Email preferences",
  question: (business: string) => `Unsubscribe from ${business}?`,
  explanation: (business: string, address: string) =>
    `This stops all marketing email from ${business}${address ? ` to ${address}` : ""}, from every location. ` +
    "Texts and replies to your own messages aren't affected.",
  unsubscribe: "Unsubscribe from all email",
  done: "You're unsubscribed",
  doneExplanation: (business: string, address: string) =>
    `${business} won't send marketing email${address ? ` to ${address}` : " to you"} anymore.`,
  mistake: "Unsubscribed by mistake?",
  resubscribe: "Resubscribe",
  back: "You're subscribed again",
  backExplanation: (business: string, address: string) =>
    `${business} may send marketing email${address ? ` to ${address}` : " to you"} again. You can unsubscribe at any time.`,
  unknown: "This link doesn't work",
  unknownExplanation: "Open the unsubscribe link in the latest email you received, or reply to that email.",
} as const;

import type { SkipReason } from "../../rules/rules.ts";

/* What a test of marketing email says, and why it can't be sent. */

export const testEmailTexts = {
  subject: (sender: string) => `Test email from ${sender}`,
  greeting: "This is a test.",
  explanation:
    "Your marketing emails arrive like this one: with your name as the sender, your mailing address below, and a link to unsubscribe. The link works, so use it only if you want to try it.",
  noAddress: "Enter a mailing address first. The law requires one below every marketing email.",
  suppressed: (email: string, reason: SkipReason) =>
    reason === "unsubscribed"
      ? `${email} unsubscribed from your marketing email. Open the unsubscribe link of an earlier email to resubscribe, then try again.`
      : `${email} can't get marketing email: earlier emails bounced or were marked as spam. Open the unsubscribe link of an earlier email to resubscribe.`,
  refused: (words: string) => `The mail server refused the email: ${words}`,
  busy: "The mail server is busy. Try again in a few minutes.",
  lost: "We couldn't find out whether the test was sent. Check the inbox before you try again.",
} as const;

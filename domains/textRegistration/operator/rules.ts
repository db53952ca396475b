import { codeText } from "#domains/accounts/rules.ts";
import type { AnswerSuggestions } from "../contract.ts";
import { optOutLine } from "../rules.ts";

/** What the platform's own number texts, in the words that reviewers look for: codes that people ask for themselves. */
export function platformAnswers(brand: string, signInUrl: string): AnswerSuggestions {
  const sample = (code: string) => `${brand}: ${codeText(code)} ${optOutLine}`;
  return {
    opt_in_ways: ["website"],
    message_flow: `People who work for our client businesses add their own phone number in their account settings or when they sign in at ${signInUrl}, to get one-time codes by text. The form says that a code is texted each time they need one (message frequency varies), that message and data rates may apply, and how to get HELP and to STOP. They confirm the number with a first code. Mobile numbers and consent are not shared with third parties.`,
    description: `${brand} texts one-time codes to the staff of its client businesses when they sign in, change their phone number or reset their password. Each text is asked for by its recipient. There is no marketing.`,
    samples: [sample("123456"), sample("482915")],
  };
}

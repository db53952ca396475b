import type { RegistrationField } from "#core/registration.ts";

/** What the simulated reviewers can refuse for. */
export interface SimulatedRefusal {
  /** As Twilio numbers it. */
  readonly code: string;
  readonly words: string;
  readonly fields: readonly RegistrationField[];
  /** Only support can go on. */
  readonly isFinal?: true;
}

export const simulatedRefusals: readonly SimulatedRefusal[] = [
  { code: "30795", words: "Legal name and EIN don't match", fields: ["legal_name", "ein"] },
  { code: "30891", words: "Website can't be opened", fields: ["website"] },
  { code: "30451", words: "Address is invalid", fields: ["address"] },
  { code: "30886", words: "Description is too vague", fields: ["description"] },
  { code: "30896", words: "Opt-in isn't shown", fields: ["message_flow"] },
  { code: "30544", words: "Opt-in form doesn't state the purpose", fields: ["message_flow"] },
  { code: "30562", words: "Terms don't mention rates", fields: ["terms"] },
  { code: "30893", words: "Samples don't match the use case", fields: ["samples"] },
  { code: "30889", words: "Phone numbers aren't in the samples", fields: ["phones"] },
  { code: "30890", words: "HELP reply has no contact", fields: ["help_message"] },
  { code: "30895", words: "Direct lending isn't declared", fields: ["direct_lending"] },
  { code: "30899", words: "Carrier rejected it without a field", fields: ["other"] },
  { code: "30897", words: "Forbidden content (final)", fields: ["content"], isFinal: true },
];

export const refusalWithCode = (code: string): SimulatedRefusal | undefined =>
  simulatedRefusals.find((refusal) => refusal.code === code);

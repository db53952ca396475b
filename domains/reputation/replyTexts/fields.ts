import { unknownVariables } from "#core/variables.ts";

/** What is wrong with a template; undefined for a good one. */
export function replyWordsProblem(words: string): string | undefined {
  const [unknown] = unknownVariables(words);
  return unknown && `We don't know ${unknown}. Use %first_name%, %company_name% or %company_phone%.`;
}

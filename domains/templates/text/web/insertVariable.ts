import { cutToLimit } from "#core/smsCounter.ts";
import { type VariableName, variableNames } from "#core/variables.ts";

/** The variables that a text offers; last names alone greet nobody. */
export const offeredVariables = (Object.keys(variableNames) as VariableName[]).filter((name) => name !== "last_name");

export interface Insertion {
  readonly text: string;
  /** Where the caret stands afterwards. */
  readonly caret: number;
}

/** Puts a variable in place of what is selected. @returns undefined when it doesn't fit; half a variable would be sent. */
export function insertVariable(text: string, from: number, to: number, name: VariableName): Insertion | undefined {
  const piece = `%${name}%`;
  const inserted = `${text.slice(0, from)}${piece}${text.slice(to)}`;
  if (cutToLimit(inserted) !== inserted) return undefined;
  return { text: inserted, caret: from + piece.length };
}

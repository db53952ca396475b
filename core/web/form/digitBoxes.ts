/** The content of six single-digit boxes (blank for an empty one), and the box to focus next. */
export interface DigitBoxes {
  readonly value: string;
  readonly focus: number;
}

export const boxCount = 6;
export const emptyBoxes = " ".repeat(boxCount);

/** The digit in a box; empty when there is none. */
export const digitAt = (value: string, box: number) => (value[box] ?? "").trim();

/**
 * Handles typing, pasting or autofill at a box: one digit fills it, several continue into the next ones, six fill all.
 */
export function insertDigits(value: string, box: number, text: string): DigitBoxes | undefined {
  const current = digitAt(value, box);
  const digits = text.replace(/\D/g, "");
  if (digits === "") return text === "" ? { value: replaceAt(value, box, " "), focus: box } : undefined;
  // A second digit in a full box replaces the first, wherever the caret was.
  const added =
    digits.length === 2 && current !== "" && digits.includes(current) ? digits.replace(current, "") : digits;
  const start = added.length >= boxCount ? 0 : box;
  const fitting = added.slice(0, boxCount - start);
  return { value: replaceAt(value, start, fitting), focus: Math.min(start + fitting.length, boxCount - 1) };
}

/** Backspace clears the box; in an empty one it clears the previous box and moves there. */
export function eraseDigit(value: string, box: number): DigitBoxes {
  const cleared = digitAt(value, box) === "" ? Math.max(0, box - 1) : box;
  return { value: replaceAt(value, cleared, " "), focus: cleared };
}

function replaceAt(value: string, at: number, text: string): string {
  const full = value.padEnd(boxCount, " ").slice(0, boxCount);
  return full.slice(0, at) + text + full.slice(at + text.length);
}

/** The digits without the blanks of empty boxes. */
export const codeOf = (value: string) => value.replace(/ /g, "");

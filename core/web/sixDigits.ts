/** What six boxes of one digit each hold (a blank for an empty one), and the box that comes next. */
export interface Boxes {
  readonly value: string;
  readonly focus: number;
}

export const boxCount = 6;
export const emptyBoxes = " ".repeat(boxCount);

/** The digit in a box; empty when there is none. */
export const digitAt = (value: string, box: number) => (value[box] ?? "").trim();

/** What was typed, pasted or filled in at a box: one digit goes into it, several into it and the next ones, six into all. */
export function typedInto(value: string, box: number, text: string): Boxes | undefined {
  const old = digitAt(value, box);
  const digits = text.replace(/\D/g, "");
  if (digits === "") return text === "" ? { value: put(value, box, " "), focus: box } : undefined;
  // A second digit in a full box takes the place of the first, wherever the caret was.
  const news = digits.length === 2 && old !== "" && digits.includes(old) ? digits.replace(old, "") : digits;
  const start = news.length >= boxCount ? 0 : box;
  const fitting = news.slice(0, boxCount - start);
  return { value: put(value, start, fitting), focus: Math.min(start + fitting.length, boxCount - 1) };
}

/** Backspace clears the box; in an empty one it goes back and clears the one before. */
export function erasedAt(value: string, box: number): Boxes {
  const cleared = digitAt(value, box) === "" ? Math.max(0, box - 1) : box;
  return { value: put(value, cleared, " "), focus: cleared };
}

function put(value: string, at: number, text: string): string {
  const full = value.padEnd(boxCount, " ").slice(0, boxCount);
  return full.slice(0, at) + text + full.slice(at + text.length);
}

/** The six digits without the blanks of empty boxes. */
export const codeOf = (value: string) => value.replace(/ /g, "");

import type { TextRange } from "../rules.ts";

/** A text with the matches highlighted. */
export function HighlightedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const parts = marks.map(([from, to], at) => ({ before: text.slice(marks[at - 1]?.[1] ?? 0, from), from, to }));
  return (
    <>
      {parts.map(({ before, from, to }) => (
        <span key={from}>
          {before}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice((marks.at(-1) as TextRange | undefined)?.[1] ?? 0)}
    </>
  );
}

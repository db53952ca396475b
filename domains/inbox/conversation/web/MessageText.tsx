import { textParts } from "./messageLinks.ts";

/** A message as plain text, in which https addresses are links. Nothing is fetched of them until they are clicked. */
export function MessageText({ text }: { text: string }) {
  let at = 0;
  return textParts(text).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.href) return part.text;
    return (
      <a key={key} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    );
  });
}

import { longestText } from "../contract.ts";

/** One text message of the carrier; a longer text takes two. */
const single = 160;

/** How much of what may be written has been: `12/160`, and past 160 `170/320`. */
export function counterOf(text: string): string {
  return `${text.length}/${text.length > single ? longestText : single}`;
}

/** What is typed or pasted beyond the limit is cut, but never in the middle of a character. */
export function cut(text: string): string {
  const kept = text.slice(0, longestText);
  const last = kept.charCodeAt(kept.length - 1);
  const isHalf = kept.length < text.length && last >= 0xd800 && last <= 0xdbff;
  return isHalf ? kept.slice(0, -1) : kept;
}

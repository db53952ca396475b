/** A text as searches compare it: without case, and without the accents that people leave out. As SQL's `folded`. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u0303\u0308\u030A-\u030C\u0327]/g, "");
}

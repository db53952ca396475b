/** Normalizes text for searches: lower case, without accents. Must match the SQL function `folded`. */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u0303\u0308\u030A-\u030C\u0327]/g, "");
}

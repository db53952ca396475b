/** The words of an email's HTML, for a first impression; never shown as markup. */
export function mailWords(html: string): string {
  const text = html.replace(/<(style|title)\b[^>]*>.*?<\/\1>/gis, " ").replace(/<[^>]*>/g, " ");
  const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
  return text
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => signs[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The web links of a mail that a person sees, each once, without that of the page to unsubscribe. */
export function countedLinks(html: string, unsubscribePage: string | undefined): { url: string; text: string }[] {
  const found = new Map<string, string>();
  for (const [, start = "", url = "", end = "", text = ""] of html.matchAll(
    /<a\b([^>]*)\bhref="(https?:[^"]+)"([^>]*)>([^<]*)/g,
  )) {
    // Only scanners follow what isn't shown.
    if (/tabindex="-1"/.test(start + end) || url === unsubscribePage) continue;
    if (!found.has(url)) found.set(url, text.trim() || url);
  }
  return [...found].map(([url, text]) => ({ url, text }));
}

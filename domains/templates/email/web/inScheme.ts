/** An email as a reader with this color scheme sees it, whatever the scheme of the page that shows it. */
export function inScheme(html: string, scheme: "light" | "dark"): string {
  const other = scheme === "dark" ? "light" : "dark";
  return html
    .replace(new RegExp(`\\(\\s*prefers-color-scheme:\\s*${scheme}\\s*\\)`, "gi"), "(min-width: 0)")
    .replace(new RegExp(`\\(\\s*prefers-color-scheme:\\s*${other}\\s*\\)`, "gi"), "(max-width: 0)")
    .replace(/color-scheme:\s*light\s+dark/gi, `color-scheme: ${scheme}`)
    .replace(/(<meta\s+name="color-scheme"\s+content=)"[^"]*"/gi, `$1"${scheme}"`);
}

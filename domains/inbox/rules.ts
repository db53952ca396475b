/** The one-line preview of a message in its chat's row, at most 160 characters. */
export function previewOf(message: string, media_count = 0): string {
  const line = message.replace(/\s+/g, " ").trim();
  if (line === "" && media_count > 0)
    return media_count === 1 ? "Sent an attachment" : `Sent ${media_count} attachments`;
  const characters = [...line];
  return characters.length > 160 ? `${characters.slice(0, 159).join("")}…` : line;
}

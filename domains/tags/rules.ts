import type { Tag } from "./contract.ts";

/** Slugs of the inbox's built-in lists, present and planned, which no tag may take. */
const reservedSlugs = new Set(
  "all unread unreplied mine unassigned snoozed assigned closed scheduled search".split(" "),
);

/** Yields slugs for a tag, simplest first, endlessly: earlier ones may be taken. */
export function* slugsFor(tag: string): Generator<string> {
  const plain = tag.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = [...words.join("-")].slice(0, 40).join("").replace(/-$/, "") || "tag";
  if (!reservedSlugs.has(slug)) yield slug;
  for (let count = 2; ; count++) yield `${slug}-${count}`;
}

/** Trims and normalizes a tag, so that tags that look the same are the same. */
export const tidyTag = (typed: string) => typed.normalize("NFC").replace(/\s+/g, " ").trim();

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Tags as escaped HTML, for clients that insert it as is. */
export function tagMarkup(tags: readonly Pick<Tag, "tag">[]): string {
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
  return tags.map(({ tag }) => `<span class="badge">${escaped(tag)}</span>`).join(" ");
}

import type { Tag } from "./contract.ts";

/** Lists of the inbox that are no tag's, those to come among them: no tag takes their place in the address. */
const taken = new Set(["all", "unread", "unreplied", "mine", "assigned", "closed", "scheduled", "search"]);

/** A tag's names in an address, the plainest first; endless, because another tag may have one already. */
export function* slugsFor(tag: string): Generator<string> {
  const plain = tag.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const slug = [...words.join("-")].slice(0, 40).join("").replace(/-$/, "") || "tag";
  if (!taken.has(slug)) yield slug;
  for (let count = 2; ; count++) yield `${slug}-${count}`;
}

/** One line, with single spaces: two tags that look the same are the same. */
export const tidyTag = (typed: string) => typed.normalize("NFC").replace(/\s+/g, " ").trim();

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Tags as markup, for clients that show it as it comes: one element, one class, and texts that stay texts. */
export function tagMarkup(tags: readonly Pick<Tag, "tag">[]): string {
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
  return tags.map(({ tag }) => `<span class="badge">${escaped(tag)}</span>`).join(" ");
}

import type { Db } from "#core/server/unitOfWork.ts";
import { picturesOf } from "#domains/templates/rules.ts";
import { mailPicturePath } from "../rules.ts";
import { keepPictures, storedTokens } from "./pictures.ts";

export { composeMail, fillHtml, fillLink } from "./composeMail.ts";
export { sanitizeTemplate } from "./sanitizeTemplate.ts";
export { emailTemplateById } from "./store.ts";

/** The addresses of an email's pictures that a business uploaded here and that were deleted since. */
export async function deletedPictures(
  db: Db,
  { dealer_id, html, publicUrl }: { readonly dealer_id: number; readonly html: string; readonly publicUrl: string },
): Promise<ReadonlySet<string>> {
  const here = new URL(publicUrl);
  const own = new Map(
    picturesOf(html).flatMap(({ src }) => {
      const url = URL.parse(src, publicUrl);
      const token = url?.host === here.host ? mailPicturePath.exec(url.pathname)?.[1] : undefined;
      return token === undefined ? [] : [[src, token] as const];
    }),
  );
  if (own.size === 0) return new Set();
  const stored = await storedTokens(db, dealer_id, [...own.values()]);
  return new Set([...own].filter(([, token]) => !stored.has(token)).map(([address]) => address));
}

/** Keeps the pictures of an email that was copied: whoever gets the copy sees them, whatever becomes of the template. */
export async function keepMailPictures(db: Db, dealer_id: number, html: string): Promise<void> {
  const tokens = picturesOf(html).flatMap(({ src }) => /\/i\/([0-9a-f]{32})\./.exec(src)?.[1] ?? []);
  if (tokens.length > 0) await keepPictures(db, dealer_id, tokens);
}

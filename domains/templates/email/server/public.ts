import type { Db } from "#core/server/unitOfWork.ts";
import { picturesOf } from "#domains/templates/rules.ts";
import { mailPicturePath } from "../rules.ts";
import { storedTokens } from "./pictures.ts";

export { composeMail, fillHtml, fillLink } from "./composeMail.ts";
export { sanitizeTemplate } from "./sanitizeTemplate.ts";

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

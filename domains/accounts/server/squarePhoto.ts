import { invalidField } from "#core/failure.ts";
import { loadSharp } from "#core/server/imageLibrary.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";

const side = 320;
/** Larger images could exhaust memory. */
const maxPixels = 50_000_000;
const supportedTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/**
 * Re-encodes an uploaded photo as an upright square WebP, which also strips metadata such as the GPS position.
 *
 * @throws Failure `invalid` at `image` when it is not a readable image.
 */
export async function squarePhoto(bytes: Uint8Array): Promise<Buffer> {
  const type = (await mimeTypeOf(bytes)) ?? "";
  const unreadableError = invalidField("image", "This picture can't be opened. Choose another one");
  if (!supportedTypes.includes(type)) throw unreadableError;
  const sharp = await loadSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" });
    return await picture.rotate().resize(side, side, { fit: "cover" }).webp({ quality: 82 }).toBuffer();
  } catch {
    throw unreadableError;
  }
}

import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { invalid } from "#core/failure.ts";

const side = 320;
/** More would be no photo, but a way to fill the memory. */
const mostPixels = 50_000_000;
const readable = ["image/png", "image/jpeg", "image/webp", "image/gif"];

/**
 * A person's picture from what was uploaded: upright, square, and drawn anew, so that nothing is left of the file that
 * came, such as where it was taken.
 *
 * @throws Failure `invalid` at `image` for what is no picture.
 */
export async function squarePhoto(bytes: Uint8Array): Promise<Buffer> {
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? "";
  const unreadable = invalid("image", "This picture can't be read. Please choose another one");
  if (!readable.includes(type)) throw unreadable;
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" });
    return await picture.rotate().resize(side, side, { fit: "cover" }).webp({ quality: 82 }).toBuffer();
  } catch {
    throw unreadable;
  }
}

import sharp, { type Sharp } from "sharp";
import { countText } from "#core/count.ts";

/** More would be no picture, but a way to fill the memory. */
const mostPixels = 50_000_000;
/** Ten of them stay under the five megabytes that carriers take with one text. */
const target = 450_000;

export interface Drawn {
  readonly bytes: Buffer;
  readonly type: "image/jpeg" | "image/png" | "image/gif";
  readonly ending: "jpg" | "png" | "gif";
}

/** Why a picture can't be drawn anew, in words. */
export class Undrawable extends Error {}

const jpegSteps = [
  { side: 1600, quality: 82 },
  { side: 1600, quality: 68 },
  { side: 1200, quality: 66 },
  { side: 900, quality: 60 },
  { side: 640, quality: 50 },
] as const;
const gifSides = [640, 480, 320, 200];

/**
 * A picture as it goes to a customer: upright, within the carriers' limits, and drawn anew, so that nothing is left of
 * the file that came but what can be seen.
 *
 * @throws Undrawable for what can't be read, or is larger than any picture.
 */
export async function drawAnew(bytes: Uint8Array): Promise<Drawn> {
  try {
    const { width, height, pages = 1, hasAlpha, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) {
      const size = `${countText(width)} × ${countText(height)}`;
      throw new Undrawable(`This picture is too large (${size} pixels). Please make it smaller first`);
    }
    const moves = format === "gif" && pages > 1 && width * height * pages <= mostPixels;
    const film = moves ? await asGif(bytes) : undefined;
    if (film) return film;
    const lossless = format === "png" || format === "gif" || hasAlpha ? await asPng(bytes) : undefined;
    return lossless ?? (await asJpeg(bytes));
  } catch (error) {
    if (error instanceof Undrawable) throw error;
    throw new Undrawable("This picture can't be read: the file seems to be damaged. Please choose another one");
  }
}

const opened = (bytes: Uint8Array, animated = false): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: "error", animated });

async function asGif(bytes: Uint8Array): Promise<Drawn | undefined> {
  for (const side of gifSides) {
    const film = opened(bytes, true).resize(side, side, { fit: "inside", withoutEnlargement: true });
    const drawn = await film.gif().toBuffer();
    if (drawn.length <= target) return { bytes: drawn, type: "image/gif", ending: "gif" };
  }
  return undefined;
}

/** For drawings and what can be seen through; undefined when it would become too large. */
async function asPng(bytes: Uint8Array): Promise<Drawn | undefined> {
  const picture = opened(bytes).rotate().resize(1600, 1600, { fit: "inside", withoutEnlargement: true });
  const drawn = await picture.png({ compressionLevel: 9 }).toBuffer();
  return drawn.length <= target ? { bytes: drawn, type: "image/png", ending: "png" } : undefined;
}

async function asJpeg(bytes: Uint8Array): Promise<Drawn> {
  const [first] = jpegSteps;
  // Unpacked once, at the largest size that goes.
  const upright = opened(bytes).rotate().resize(first.side, first.side, { fit: "inside", withoutEnlargement: true });
  const flat = upright.flatten({ background: "white" }).toColourspace("srgb").raw();
  const { data, info } = await flat.toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let drawn = Buffer.alloc(0);
  for (const { side, quality } of jpegSteps) {
    const picture = sharp(data, { raw }).resize(side, side, { fit: "inside", withoutEnlargement: true });
    drawn = await picture.jpeg({ quality }).toBuffer();
    if (drawn.length <= target) break;
  }
  return { bytes: drawn, type: "image/jpeg", ending: "jpg" };
}

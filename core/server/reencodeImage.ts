import type { Sharp } from "sharp";
import { countText } from "../count.ts";
import { loadSharp } from "./imageLibrary.ts";

const reencodableTypes = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/tiff"];

/** Whether sharp can re-encode this image type. */
export const isReencodable = (type: string) => reencodableTypes.includes(type);

/** Decoding more pixels than this could exhaust memory. */
const maxPixels = 50_000_000;

/** What comes out is no larger, as far as that can be reached. */
interface ImageLimits {
  /** The longer side, in pixels. */
  readonly side: number;
  readonly bytes: number;
}

/** Ten images of this size stay under the carriers' 5 MB limit per text. */
const carrierLimits: ImageLimits = { side: 1600, bytes: 450_000 };

export interface ReencodedImage {
  readonly bytes: Buffer;
  readonly type: "image/jpeg" | "image/png" | "image/gif";
  readonly extension: "jpg" | "png" | "gif";
}

/** The image can't be re-encoded; `message` is shown to the user. */
export class UnreadableImage extends Error {}

const jpegSteps = [
  { side: 1600, quality: 82 },
  { side: 1600, quality: 68 },
  { side: 1200, quality: 66 },
  { side: 900, quality: 60 },
  { side: 640, quality: 50 },
] as const;
const gifSides = [640, 480, 320, 200];

/**
 * Re-encodes an image for sending: upright, within the limits (the carriers' unless others are given), and stripped of
 * everything but its pixels.
 *
 * @throws UnreadableImage for a damaged file or one with too many pixels.
 */
export async function reencodeImage(bytes: Uint8Array, limits = carrierLimits): Promise<ReencodedImage> {
  const sharp = await loadSharp();
  try {
    const { width, height, pages = 1, hasAlpha, format } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) {
      const size = `${countText(width)} × ${countText(height)}`;
      throw new UnreadableImage(`This picture is too large (${size} pixels). Resize it and try again`);
    }
    const isAnimated = format === "gif" && pages > 1 && width * height * pages <= maxPixels;
    const animation = isAnimated ? await asGif(bytes, limits) : undefined;
    if (animation) return animation;
    const lossless = format === "png" || format === "gif" || hasAlpha ? await asPng(bytes, limits) : undefined;
    return lossless ?? (await asJpeg(bytes, limits));
  } catch (error) {
    if (error instanceof UnreadableImage) throw error;
    throw new UnreadableImage("This picture can't be opened. The file may be damaged. Choose another one");
  }
}

async function openImage(bytes: Uint8Array, animated = false): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", animated });
}

async function asGif(bytes: Uint8Array, limits: ImageLimits): Promise<ReencodedImage | undefined> {
  for (const side of gifSides) {
    const animation = (await openImage(bytes, true)).resize(side, side, { fit: "inside", withoutEnlargement: true });
    const output = await animation.gif().toBuffer();
    if (output.length <= limits.bytes) return { bytes: output, type: "image/gif", extension: "gif" };
  }
  return undefined;
}

/** Lossless, for drawings and transparency; undefined when the result is too large. */
async function asPng(bytes: Uint8Array, limits: ImageLimits): Promise<ReencodedImage | undefined> {
  const { side } = limits;
  const image = (await openImage(bytes)).rotate().resize(side, side, { fit: "inside", withoutEnlargement: true });
  const output = await image.png({ compressionLevel: 9 }).toBuffer();
  return output.length <= limits.bytes ? { bytes: output, type: "image/png", extension: "png" } : undefined;
}

async function asJpeg(bytes: Uint8Array, limits: ImageLimits): Promise<ReencodedImage> {
  const sharp = await loadSharp();
  // Decode once, at the largest size any step needs.
  const upright = (await openImage(bytes)).rotate();
  const fitted = upright.resize(limits.side, limits.side, { fit: "inside", withoutEnlargement: true });
  const flat = fitted.flatten({ background: "white" }).toColourspace("srgb").raw();
  const { data, info } = await flat.toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  let output = Buffer.alloc(0);
  for (const { side, quality } of jpegSteps.filter((step) => step.side <= limits.side)) {
    const image = sharp(data, { raw }).resize(side, side, { fit: "inside", withoutEnlargement: true });
    output = await image.jpeg({ quality }).toBuffer();
    if (output.length <= limits.bytes) break;
  }
  return { bytes: output, type: "image/jpeg", extension: "jpg" };
}

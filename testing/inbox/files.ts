import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A browser's `File`. */
export function fileOf(bytes: Uint8Array | string, name: string): File {
  return new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name);
}

/** An incompressible image: random noise, with EXIF data. */
export async function photo(width: number, height = width, format: "jpeg" | "png" | "webp" = "jpeg"): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const image = sharp({ create: { width, height, channels: 3, background: "teal", noise } });
  return image
    .withExif({ IFD0: { Make: "Acme" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    [format]()
    .toBuffer();
}

/** A GIF of one pixel, in ASCII alone, so that a form made as text can hold it. */
export const onePixel = atob("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=");

/** A small, translucent, single-color PNG. */
export const drawing = (side = 40) =>
  sharp({ create: { width: side, height: side, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })
    .png()
    .toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A decompression bomb: a tiny PNG with `side` × `side` pixels. */
export function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 });
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]);
}

export const svgWithScript = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
export const pageWithScript = "<!doctype html><html><body><script>alert(1)</script></body></html>";
export const pdf = `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;

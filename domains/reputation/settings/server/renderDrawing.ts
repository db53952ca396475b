import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSharp } from "#core/server/imageLibrary.ts";
import type { DrawingName } from "../fields.ts";

/** Width in pixels: sharp on a phone. The file stays below 20 kB; every carrier takes 600 kB. */
const width = 1000;

const rendered = new Map<DrawingName, Promise<Buffer>>();

/** A drawing as a PNG; rendered once in a process. */
export function renderDrawing(name: DrawingName): Promise<Buffer> {
  const known = rendered.get(name);
  if (known) return known;
  const rendering = render(name);
  rendered.set(name, rendering);
  // The next invite tries again.
  rendering.catch(() => rendered.delete(name));
  return rendering;
}

async function render(name: DrawingName): Promise<Buffer> {
  const [sharp, svg] = await Promise.all([
    loadSharp(),
    readFile(join(import.meta.dirname, "..", "web", "drawings", `${name}.svg`)),
  ]);
  return sharp(svg).resize(width).png({ palette: true, colours: 64, dither: 0 }).toBuffer();
}

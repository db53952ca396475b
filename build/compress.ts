import { readdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Writes Brotli and gzip copies beside the built files, which the server sends as they are. */
export function compressPlugin(): Plugin {
  return {
    name: "rooftop:compress",
    apply: "build",
    async writeBundle({ dir = "" }) {
      const names = await readdir(dir, { recursive: true });
      const texts = names.filter((name) => /\.(js|css|html|json|svg|webmanifest)$/.test(name));
      // Node compresses on as many threads as it has for such work.
      await Promise.all(texts.map((name) => writeCompressed(resolve(dir, name))));
    },
  };
}

async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    toBrotli(content).then((compressed) => writeFile(`${file}.br`, compressed)),
    toGzip(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ]);
}

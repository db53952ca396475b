import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHtml } from "#core/escapeHtml.ts";
import { loadSharp } from "#core/server/imageLibrary.ts";
import { consentWords, type LegalFacts, signUpTexts as texts } from "../rules.ts";

interface Glyph {
  readonly advance: number;
  readonly outline: string;
}

let glyphs: ReadonlyMap<string, Glyph> | undefined;

/** Outlines of Inter's letters, and how far each moves on, in thousandths of the size. Servers often have no fonts. */
function loadGlyphs(): ReadonlyMap<string, Glyph> {
  if (glyphs) return glyphs;
  const file = JSON.parse(readFileSync(join(import.meta.dirname, "glyphs.json"), "utf8")) as Record<string, string>;
  glyphs = new Map(
    Object.entries(file).map(([sign, text]) => {
      const [advance = "0"] = text.split(" ");
      return [sign, { advance: Number(advance), outline: text.slice(advance.length + 1) }];
    }),
  );
  return glyphs;
}

const width = 640;
const padding = 40;
const colors = {
  text: "#151d23",
  soft: "#4a565f",
  field: "#7b858d",
  brand: "#016b70",
  canvas: "#f5f8fa",
  line: "#d9dde1",
};

/** Signs without an outline keep their room. */
const advanceOf = (sign: string) => loadGlyphs().get(sign)?.advance ?? 1000;

const widthOf = (text: string, size: number) =>
  [...text].reduce((sum, sign) => sum + advanceOf(sign), 0) * (size / 1000);

/** Lines that fit; a word that is longer than a line is cut. */
export function wrapLines(text: string, size: number, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (widthOf(joined, size) <= most) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = "";
    for (const sign of word) {
      if (widthOf(line + sign, size) > most) {
        lines.push(line);
        line = "";
      }
      line += sign;
    }
  }
  return [...lines, line].filter((one) => one !== "");
}

interface LineStyle {
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
}

/** One line of text as outlines. Other alphabets are left to the server's fonts. */
function drawLine(text: string, x: number, y: number, { size, color, isBold = false }: LineStyle): string {
  const known = loadGlyphs();
  if ([...text].some((sign) => !known.has(sign)))
    return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${color}">${escapeHtml(text)}</text>`;
  const scale = size / 1000;
  let at = 0;
  const outlines = [...text].map((sign) => {
    const { advance, outline } = known.get(sign) ?? { advance: 0, outline: "" };
    const path = outline === "" ? "" : `<path transform="translate(${at} 0)" d="${outline}"/>`;
    at += advance;
    return path;
  });
  const stroke = isBold ? ` stroke="${color}" stroke-width="36"` : "";
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${color}"${stroke}>${outlines.join("")}</g>`;
}

/** The form of the page about texts as a drawing: empty, with its box unchecked. */
export function formDrawing({ business, isPlatform, locations }: LegalFacts): { svg: string; height: number } {
  const inner = width - 2 * padding;
  const parts: string[] = [];
  let y = padding;
  const write = (text: string, style: LineStyle, x = padding, most = inner) => {
    for (const line of wrapLines(text, style.size, most)) {
      y += style.size * 1.45;
      parts.push(drawLine(line, x, Math.round(y - style.size * 0.35), style));
    }
  };
  const small = { size: 15, color: colors.soft };
  const links = "Read our text message terms and privacy policy.";
  write(isPlatform ? texts.platformTitle : texts.title(business), { size: 26, color: colors.text, isBold: true });
  y += 8;
  write(isPlatform ? texts.platformAbout : texts.about(business), { size: 16, color: colors.soft });
  if (isPlatform) {
    for (const words of texts.platform) {
      y += 14;
      write(words, { size: 16, color: colors.text });
    }
    y += 14;
    write(links, { size: 15, color: colors.brand });
  } else {
    const field = (label: string, x: number, wide: number) => {
      parts.push(drawLine(label, x, y + 16, { size: 15, color: colors.text, isBold: true }));
      parts.push(
        `<rect x="${x + 0.5}" y="${y + 26.5}" width="${wide - 1}" height="43" rx="8" fill="#fff" stroke="${colors.field}"/>`,
      );
    };
    const half = (inner - 16) / 2;
    y += 20;
    field(texts.firstName, padding, half);
    field(texts.lastName, padding + half + 16, half);
    y += 86;
    field(texts.phone, padding, inner);
    y += 86;
    if (locations.length > 1) {
      field(texts.location, padding, inner);
      parts.push(drawLine(texts.selectLocation, padding + 14, y + 54, small));
      parts.push(
        `<path d="M${width - padding - 26} ${y + 46}l5 5 5-5" fill="none" stroke="${colors.soft}" stroke-width="2"/>`,
      );
      y += 86;
    }
    parts.push(
      `<rect x="${padding + 1}" y="${y + 4}" width="18" height="18" rx="4" fill="#fff" stroke="${colors.field}" stroke-width="2"/>`,
    );
    write(consentWords(business), small, padding + 32, inner - 32);
    y += 6;
    write(links, { size: 15, color: colors.brand }, padding + 32, inner - 32);
    y += 18;
    parts.push(`<rect x="${padding}" y="${y}" width="${inner}" height="48" rx="8" fill="${colors.brand}"/>`);
    const label = { size: 16, color: "#ffffff", isBold: true };
    parts.push(drawLine(texts.submit, (width - widthOf(texts.submit, label.size)) / 2, y + 30, label));
    y += 48;
  }
  const height = Math.round(y + padding);
  const frame = `<rect width="${width}" height="${height}" fill="${colors.canvas}"/><rect x="12.5" y="12.5" width="${width - 25}" height="${height - 25}" rx="12" fill="#fff" stroke="${colors.line}"/>`;
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frame}${parts.join("")}</svg>`,
    height,
  };
}

/** Pictures of the last businesses, by what they show. */
const rendered = new Map<string, Promise<Buffer>>();
const mostRendered = 100;

/** A picture of the form, for those who review it without opening the page. */
export function formPicture(facts: LegalFacts): Promise<Buffer> {
  const { svg } = formDrawing(facts);
  const known = rendered.get(svg);
  if (known) return known;
  const picture = render(svg);
  rendered.set(svg, picture);
  const [oldest] = rendered.keys();
  if (rendered.size > mostRendered && oldest !== undefined) rendered.delete(oldest);
  // The next reader tries again.
  picture.catch(() => rendered.delete(svg));
  return picture;
}

async function render(svg: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: 144 }).png({ palette: true, colours: 64, dither: 0 }).toBuffer();
}

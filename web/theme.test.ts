import { expect, test } from "vitest";
import { palette } from "./palette.ts";

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(first: string, second: string): number {
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const { dark, gray, ...hues } = palette;
const white = "#ffffff";

test.each(Object.entries(hues))("%s is readable as a fill, as a badge and as text", (_, shades) => {
  for (const shade of [6, 7, 8, 9] as const) expect(contrast(shades[shade], white)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(shades[9], shades[1])).toBeGreaterThanOrEqual(4.5);
  expect(contrast(shades[7], gray[0])).toBeGreaterThanOrEqual(4.5);
  for (const surface of [6, 7, 8] as const) expect(contrast(shades[4], dark[surface])).toBeGreaterThanOrEqual(4.5);
});

test("text and placeholders are readable on every surface, light and dark", () => {
  for (const surface of [white, gray[0], gray[1]]) expect(contrast(gray[7], surface)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(gray[6], white)).toBeGreaterThanOrEqual(4.5);
  for (const surface of [5, 6, 7, 8] as const) expect(contrast(dark[2], dark[surface])).toBeGreaterThanOrEqual(4.5);
});

test("field borders have a contrast of at least 3:1", () => {
  expect(contrast(gray[5], white)).toBeGreaterThanOrEqual(3);
  expect(contrast(dark[3], dark[6])).toBeGreaterThanOrEqual(3);
});

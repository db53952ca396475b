import { describe, expect, test } from "vitest";
import { palette } from "./palette.ts";
import { errorText, tokens, tones } from "./tokens.ts";

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

const { dark: _, gray: __, ...hues } = palette;
const white = "#ffffff";

test.each(Object.entries(hues))("%s is readable as a fill with white text, and as a text", (_, shades) => {
  for (const shade of [6, 7, 8, 9] as const) expect(contrast(shades[shade], white)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(shades[7], tokens.light.canvas)).toBeGreaterThanOrEqual(4.5);
  const { surface, raised, canvas } = tokens.dark;
  for (const one of [surface, raised, canvas]) expect(contrast(shades[4], one)).toBeGreaterThanOrEqual(4.5);
});

describe.each(["light", "dark"] as const)("%s", (scheme) => {
  const of = tokens[scheme];
  const surfaces = [of.canvas, of.surface, of.raised, of.hover];

  test("texts are readable on every surface, and names on what is selected", () => {
    for (const surface of surfaces) {
      for (const text of [of.text, of["text-2"], of["text-3"], of.accent, errorText[scheme]])
        expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5);
    }
    for (const text of [of.text, of["text-2"], of.accent]) expect(contrast(text, of.soft)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [of.segment, of.segments])
      for (const text of [of.text, of["text-2"]]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(Object.entries(tones[scheme]))(
    "a %s badge is readable, and its icon is seen without the fill",
    (_, tone) => {
      expect(contrast(tone.text, tone.fill)).toBeGreaterThanOrEqual(4.5);
      for (const surface of surfaces) expect(contrast(tone.icon, surface)).toBeGreaterThanOrEqual(3);
    },
  );

  test("badges of different colors differ from the surface below them", () => {
    for (const { fill } of Object.values(tones[scheme]))
      expect(contrast(fill, of.surface)).toBeGreaterThanOrEqual(scheme === "dark" ? 1.3 : 1.1);
  });

  test.each([
    ["bubble", "bubble-text"],
    ["bubble-own", "bubble-own-text"],
    ["note", "note-text"],
    ["bar", "bar-text"],
  ] as const)("what stands on %s is readable", (ground, text) => {
    expect(contrast(of[text], of[ground])).toBeGreaterThanOrEqual(7);
  });

  test("fields, focus, dots and the first five series have a contrast of at least 3:1", () => {
    for (const mark of [of["field-line"], of.focus, of.dot]) {
      expect(contrast(mark, of.surface)).toBeGreaterThanOrEqual(3);
    }
    const series = [of["series-1"], of["series-2"], of["series-3"], of["series-4"], of["series-5"]];
    for (const color of series) expect(contrast(color, of.surface)).toBeGreaterThanOrEqual(3);
  });
});

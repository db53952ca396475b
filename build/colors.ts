import type { Plugin } from "vite";
import { palette } from "../web/palette.ts";

/** A declaration of a variable of one of Mantine's colors: its name and, if it is one of the ten shades, the shade. */
const colorDeclaration = /\s*--mantine-color-([a-z]+)-(\d|[a-z-]+):[^;}]+;/g;

/** Names that look like colors and are none. */
const others = new Set(["default", "disabled"]);

/**
 * Mantine's variables without the colors that the product has no palette for, and without the shades that the product's
 * theme sets anew. The variables made of a shade (`filled`, `outline` …) stay, because the theme leaves out what equals
 * Mantine's own.
 */
export function withoutUnusedColors(css: string): string {
  return css.replace(colorDeclaration, (declaration, color: string, variable: string) => {
    if (others.has(color)) return declaration;
    const isOwn = color in palette;
    return isOwn && !/^\d$/.test(variable) ? declaration : "";
  });
}

/** Drops what no screen shows from the first stylesheet. */
export function colorsPlugin(): Plugin {
  return {
    name: "rooftop:colors",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/default-css-variables.layer.css")) return null;
      const css = withoutUnusedColors(code);
      if (css === code) throw new Error("Mantine's variables have changed: build/colors.ts finds none of its colors");
      return { code: css, map: null };
    },
  };
}

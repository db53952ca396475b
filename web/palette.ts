import type { MantineColorsTuple } from "@mantine/core";

/*
 * The palettes of colors use the same lightness steps (OKLCH), so contrast holds in every color: white text on shade 6
 * and darker, shade 4 on the dark surfaces. What stands on what is in `tokens.ts`.
 */
export const palette = {
  harbor: [
    "#ecfbfc",
    "#d6f4f5",
    "#b4e8ea",
    "#87d7db",
    "#55c3c8",
    "#24a5ab",
    "#008287",
    "#016b70",
    "#03575b",
    "#004245",
  ],
  gray: ["#f4f7f8", "#e9edf0", "#e5eaed", "#d3dade", "#aab0b6", "#8c939b", "#646e77", "#4b555e", "#444d55", "#323a43"],
  red: ["#fef5f4", "#fee7e4", "#ffcfcb", "#ffb0a9", "#ff8780", "#f4514f", "#c92f33", "#a92227", "#891c1f", "#6a1316"],
  green: ["#ecfcf1", "#d6f6e0", "#b5ecc7", "#89dda7", "#58ca87", "#29ac68", "#06884d", "#03703f", "#015b32", "#004624"],
  yellow: [
    "#fff6e9",
    "#feeac9",
    "#f9d7a0",
    "#f0be67",
    "#e1a317",
    "#bd8703",
    "#946900",
    "#7b5600",
    "#644501",
    "#4d3400",
  ],
  orange: [
    "#fef6f0",
    "#fee8da",
    "#fed2b5",
    "#ffb481",
    "#fc903a",
    "#db7206",
    "#ac5802",
    "#8f4801",
    "#753901",
    "#5a2a00",
  ],
  blue: ["#f3f8fe", "#e0effe", "#c3e0fe", "#9cccff", "#6bb5ff", "#3496ef", "#0a74c6", "#0060a6", "#044d87", "#023b68"],
  violet: [
    "#f7f6ff",
    "#eceafe",
    "#dbd7fe",
    "#c6befe",
    "#afa0fe",
    "#937cf1",
    "#735bc8",
    "#5f4aa8",
    "#4d3c88",
    "#3a2d6a",
  ],
  dark: ["#e9eef1", "#b0bbc2", "#8e9aa2", "#717c84", "#34424b", "#222d34", "#1a242a", "#121a1f", "#0c1216", "#070c10"],
} as const satisfies Record<string, MantineColorsTuple>;

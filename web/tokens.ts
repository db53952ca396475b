import { palette } from "./palette.ts";

const { harbor, gray, dark, red } = palette;

/** The surfaces, texts and lines of one scheme: CSS variables that every stylesheet may use. */
export interface Tokens {
  /** The frame around the sheet, heads of tables, and what is hovered. */
  canvas: string;
  surface: string;
  /** Menus and dialogs. */
  raised: string;
  hover: string;
  /** Between rows and panels. */
  line: string;
  /** Around buttons, tags and filters. */
  "line-2": string;
  /** Around inputs, which are recognized by it. */
  "field-line": string;
  text: string;
  "text-2": string;
  "text-3": string;
  /** Links and what is selected, and the fill below that. */
  accent: string;
  soft: string;
  focus: string;
  ring: string;
  /** Counts that wait for somebody, and the line of the present time. */
  dot: string;
  bubble: string;
  "bubble-text": string;
  "bubble-own": string;
  "bubble-own-text": string;
  note: string;
  "note-text": string;
  "note-line": string;
  "auto-line": string;
  /** Selection bar, toast and tooltip: dark in either scheme. */
  bar: string;
  "bar-text": string;
  "bar-line": string;
  /** The selected part of a segmented control, and what it lies on. */
  segment: string;
  segments: string;
  "series-1": string;
  "series-2": string;
  "series-3": string;
  "series-4": string;
  "series-5": string;
  "series-rest": string;
  grid: string;
  previous: string;
  rest: string;
  floating: string;
}

export const tokens: Record<"light" | "dark", Tokens> = {
  light: {
    canvas: gray[0],
    surface: "#ffffff",
    raised: "#ffffff",
    hover: gray[0],
    line: gray[2],
    "line-2": gray[3],
    "field-line": gray[5],
    text: "#151d23",
    "text-2": gray[7],
    "text-3": gray[6],
    accent: harbor[8],
    soft: "#dff3f4",
    focus: harbor[6],
    ring: "rgb(0 130 135 / 16%)",
    dot: "#d63236",
    bubble: "#f0f4f6",
    "bubble-text": "#151d23",
    "bubble-own": "#d9f1f2",
    "bubble-own-text": "#062e30",
    note: "#fff5dc",
    "note-text": "#4b3500",
    "note-line": "#f0dca6",
    "auto-line": "#c9d1d6",
    bar: "#1b252b",
    "bar-text": "#f2f5f6",
    "bar-line": "#47535b",
    segment: "#ffffff",
    segments: gray[1],
    "series-1": "#00858a",
    "series-2": "#dd7a17",
    "series-3": "#3b4277",
    "series-4": "#7d42c6",
    "series-5": "#bc4524",
    "series-rest": "#89949c",
    grid: "#eaeef0",
    previous: "#c5ced3",
    rest: "0 1px 2px rgb(13 30 36 / 5%)",
    floating: "0 1px 2px rgb(13 30 36 / 6%), 0 8px 28px -6px rgb(13 30 36 / 22%)",
  },
  dark: {
    canvas: dark[8],
    surface: dark[7],
    raised: dark[6],
    hover: "#19232a",
    line: dark[5],
    "line-2": dark[4],
    "field-line": dark[3],
    text: dark[0],
    "text-2": dark[1],
    "text-3": dark[2],
    accent: "#6fd3d7",
    soft: "#103c40",
    focus: harbor[4],
    ring: "rgb(85 195 200 / 16%)",
    dot: "#ff6b66",
    bubble: "#202b32",
    "bubble-text": dark[0],
    "bubble-own": "#0f464a",
    "bubble-own-text": "#e4fafb",
    note: "#33290f",
    "note-text": "#f6dfae",
    "note-line": "#54441b",
    "auto-line": "#3d4c55",
    bar: "#26323a",
    "bar-text": "#f2f5f6",
    "bar-line": "#4a5862",
    segment: "#34424b",
    segments: "#19232a",
    "series-1": "#2bb3b8",
    "series-2": "#f5a04e",
    "series-3": "#5079e6",
    "series-4": "#dbe37a",
    "series-5": "#bda6ff",
    "series-rest": "#5e6b74",
    grid: "#1f2a31",
    previous: "#3d4a52",
    rest: "none",
    floating: "0 12px 32px -6px rgb(0 0 0 / 70%), 0 0 0 1px rgb(255 255 255 / 5%)",
  },
};

/** A badge's text, its fill, and its icon where there is no fill. */
export interface Tone {
  text: string;
  fill: string;
  icon: string;
}

/** Every state's color. They have the names of the palettes, whose light variants they are; "yellow" looks amber. */
export const tones = {
  light: {
    green: { text: "#03663a", fill: "#daf4e4", icon: "#06884d" },
    yellow: { text: "#6b4a00", fill: "#fdecc8", icon: "#a87500" },
    orange: { text: "#753901", fill: "#fee8da", icon: "#ac5802" },
    red: { text: "#a11f25", fill: "#fde4e1", icon: "#d13438" },
    gray: { text: gray[8], fill: gray[1], icon: gray[6] },
    blue: { text: "#044d87", fill: "#dfeefd", icon: "#0a74c6" },
    violet: { text: "#4d3c88", fill: "#eae7fe", icon: "#735bc8" },
    harbor: { text: harbor[8], fill: tokens.light.soft, icon: harbor[6] },
  },
  dark: {
    green: { text: "#84e0a9", fill: "#14452d", icon: "#3fc27d" },
    yellow: { text: "#f5c876", fill: "#4a360b", icon: "#e1a317" },
    orange: { text: "#ffbd8f", fill: "#532c0d", icon: "#fc903a" },
    red: { text: "#ffaaa3", fill: "#5b2226", icon: "#ff7b74" },
    gray: { text: "#cbd4d9", fill: "#2d3941", icon: dark[2] },
    blue: { text: "#a3d0ff", fill: "#153f66", icon: "#6bb5ff" },
    violet: { text: "#cfc8ff", fill: "#3b3168", icon: "#afa0fe" },
    harbor: { text: tokens.dark.accent, fill: tokens.dark.soft, icon: harbor[4] },
  },
} as const satisfies Record<"light" | "dark", Record<string, Tone>>;

/** The color of what went wrong at a field. */
export const errorText = { light: tones.light.red.text, dark: red[4] };

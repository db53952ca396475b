import { type CSSVariablesResolver, createTheme } from "@mantine/core";
import { palette } from "./palette.ts";

const system =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

export const theme = createTheme({
  colors: palette,
  primaryColor: "harbor",
  primaryShade: { light: 7, dark: 6 },
  // White text on a filled color only where its contrast reaches 4.5:1, black elsewhere.
  autoContrast: true,
  luminanceThreshold: 0.18,
  black: palette.dark[7],
  fontFamily: system,
  headings: { fontFamily: system, fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        padding: "lg",
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { "aria-label": "Close" },
        // The dialog's header isn't the page's banner.
        attributes: { header: { role: "presentation" } },
      },
    },
    // ARIA doesn't allow the focus placeholder inside a menu.
    Menu: { defaultProps: { shadow: "md", withInitialFocusPlaceholder: false } },
    Portal: { defaultProps: { target: "#floating" } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
    Badge: { defaultProps: { variant: "light", tt: "none", fw: 600 } },
  },
});

const color = (name: string, shade: number) => `var(--mantine-color-${name}-${shade})`;

/** The product's own surfaces, and text colors with more contrast than Mantine's defaults. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--surface": "var(--mantine-color-white)",
    "--surface-sunk": color("gray", 0),
    "--line": color("gray", 2),
    "--field-line": color("gray", 5),
    "--mantine-color-dimmed": color("gray", 7),
    "--mantine-color-placeholder": color("gray", 6),
    "--mantine-color-error": color("red", 7),
    "--mantine-color-default-border": color("gray", 3),
  },
  dark: {
    "--surface": color("dark", 7),
    "--surface-sunk": color("dark", 8),
    "--line": color("dark", 5),
    "--field-line": color("dark", 3),
    "--mantine-color-dimmed": color("dark", 2),
    "--mantine-color-placeholder": color("dark", 2),
    "--mantine-color-error": color("red", 4),
    "--mantine-color-anchor": color("harbor", 4),
  },
});

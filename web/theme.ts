import { type CSSVariablesResolver, createTheme } from "@mantine/core";
import { optionsFound } from "#core/web/form/optionsFound.ts";
import { palette } from "./palette.ts";
import { errorText, tokens, tones } from "./tokens.ts";

// The third is the fallback with Inter's measures (`fonts.css`), so that little moves when Inter arrives.
const typeface =
  '"Inter Variable", "Inter fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif';

const heading = (fontSize: number, lineHeight: number, fontWeight: string) => ({
  fontSize: `${fontSize / 16}rem`,
  lineHeight: String(lineHeight / fontSize),
  fontWeight,
});

export const theme = createTheme({
  colors: palette,
  primaryColor: "harbor",
  primaryShade: { light: 7, dark: 6 },
  // White text on a filled color only where its contrast reaches 4.5:1, black elsewhere.
  autoContrast: true,
  luminanceThreshold: 0.18,
  black: tokens.light.text,
  fontFamily: typeface,
  // 12 meta, 13 body, 14 messages, 15 names, 20 figures and titles.
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "0.9375rem", xl: "1.25rem" },
  lineHeights: { xs: "1.3334", sm: "1.5385", md: "1.4286", lg: "1.3334", xl: "1.4" },
  fontWeights: { medium: "550", bold: "650" },
  headings: {
    fontFamily: typeface,
    fontWeight: "650",
    sizes: {
      h1: heading(20, 28, "650"),
      h2: heading(15, 20, "600"),
      h3: heading(13, 20, "600"),
      h4: heading(13, 20, "600"),
      h5: heading(13, 20, "600"),
      h6: heading(12, 16, "600"),
    },
  },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.25rem", xl: "1.5rem" },
  radius: { xs: "0.375rem", sm: "0.4375rem", md: "0.5rem", lg: "0.75rem", xl: "2rem" },
  defaultRadius: "md",
  shadows: {
    xs: "var(--rest)",
    sm: "var(--rest)",
    md: "var(--floating)",
    lg: "var(--floating)",
    xl: "var(--floating)",
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  focusRing: "auto",
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        padding: "lg",
        radius: "lg",
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 200, timingFunction: "var(--ease)" },
        closeButtonProps: { "aria-label": "Close" },
        // The dialog's header isn't the page's banner.
        attributes: { header: { role: "presentation" } },
      },
    },
    // ARIA doesn't allow the focus placeholder inside a menu.
    Menu: {
      defaultProps: {
        shadow: "md",
        radius: 10,
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 160 },
      },
    },
    Popover: { defaultProps: { shadow: "md", radius: 10 } },
    Select: { defaultProps: { filter: optionsFound } },
    MultiSelect: { defaultProps: { filter: optionsFound } },
    Portal: { defaultProps: { target: "#floating" } },
    Text: { defaultProps: { size: "sm" } },
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { duration: 160 },
      },
    },
    Badge: { defaultProps: { variant: "light", radius: "xs", tt: "none", fw: 550 } },
    Pill: { defaultProps: { radius: "xs" } },
  },
});

const schemeVariables = (scheme: "light" | "dark"): Record<string, string> => {
  const variables: Record<string, string> = {
    "--surface-sunk": "var(--canvas)",
    "--mantine-color-text": "var(--text)",
    "--mantine-color-body": "var(--surface)",
    "--mantine-color-dimmed": "var(--text-2)",
    "--mantine-color-placeholder": "var(--text-3)",
    "--mantine-color-error": errorText[scheme],
    "--mantine-color-success": tones[scheme].green.text,
    "--mantine-color-anchor": "var(--accent)",
    "--mantine-color-default": "var(--surface)",
    "--mantine-color-default-hover": "var(--hover)",
    "--mantine-color-default-border": "var(--line-2)",
  };
  for (const [name, value] of Object.entries(tokens[scheme])) variables[`--${name}`] = value;
  for (const [name, { text, fill, icon }] of Object.entries(tones[scheme])) {
    variables[`--mantine-color-${name}-light`] = fill;
    variables[`--mantine-color-${name}-light-color`] = text;
    variables[`--mantine-color-${name}-light-hover`] = `color-mix(in srgb, ${fill}, ${text} 9%)`;
    variables[`--${name}-icon`] = icon;
  }
  return variables;
};

/** The product's own surfaces, texts and badges, and Mantine's made of them. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    // The line height of body text, which is smaller than Mantine's.
    "--mantine-line-height": "1.5385",
    "--ease": "cubic-bezier(0.2, 0, 0, 1)",
  },
  light: schemeVariables("light"),
  dark: schemeVariables("dark"),
});

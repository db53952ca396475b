import { defineConfig } from "@playwright/test";

const isDeep = process.env.TEST_DEPTH === "deep";

const disabledFeatures = ["gpu", "background-networking", "component-update", "sync"].map(
  (feature) => `--disable-${feature}`,
);

/** Launch options for Chromium; without a path, Playwright's own browser. */
export const launchOptionsFor = (path: string | undefined) => ({
  executablePath: path || undefined,
  args: ["--no-sandbox", ...disabledFeatures],
});

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/startApp.ts",
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // This many failures share one cause, so stop early.
  maxFailures: 12,
  use: {
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    // A color that is still fading in has no fixed contrast.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: launchOptionsFor(process.env.CHROMIUM_PATH),
  },
  projects: [
    // Journeys with the tag @deep run in deep runs only; phone-only ones have the tag @phone, and those that go through
    // another layout there @layout.
    {
      name: "desktop",
      grepInvert: isDeep ? /@phone/ : /@phone|@deep/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    // In deep runs the phone has all journeys but those with the tag @once, which don't depend on the size of the screen.
    {
      name: "phone",
      ...(isDeep ? { grepInvert: /@once/ } : { grep: /@phone|@layout/ }),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});

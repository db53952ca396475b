import { defineConfig } from "@playwright/test";

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
  // Parallel journeys share a machine: a retry tells a slow moment from a bug, and Playwright reports it as flaky.
  retries: 1,
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
    // Phone-only journeys have the tag @phone.
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    // Journeys that don't depend on the screen size have the tag @once and run on the desktop only.
    {
      name: "phone",
      grepInvert: /@once/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});

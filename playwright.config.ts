import { defineConfig } from "@playwright/test";

const quiet = ["gpu", "background-networking", "component-update", "sync"].map((part) => `--disable-${part}`);

/** How Chromium is started here; without a path, Playwright's own. */
export const launchOf = (path: string | undefined) => ({
  executablePath: path || undefined,
  args: ["--no-sandbox", ...quiet],
});

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/startApp.ts",
  workers: 2,
  // Two journeys share a machine and a dealership: a second try tells a slow moment from a fault, and is listed as flaky.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // So many at once have one cause: the run ends, and says it, instead of waiting for each of the others in vain.
  maxFailures: 12,
  use: {
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    // A colour that is still fading in has no fixed contrast.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: launchOf(process.env.CHROMIUM_PATH),
  },
  projects: [
    // What a journey on the desktop leaves to be seen on a phone (@phone).
    { name: "desktop", grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
    // What goes the same way whatever the screen's size (@once) was tried on the desktop.
    {
      name: "phone",
      grepInvert: /@once/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});

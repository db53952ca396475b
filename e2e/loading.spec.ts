import type { Page } from "@playwright/test";
import { launchOf } from "../playwright.config.ts";
import { expect, test } from "./app.ts";

// The headless shell of Chromium can't notify, so that nothing would be offered there.
test.use({ launchOptions: launchOf(process.env.FULL_CHROMIUM_PATH) });

/** How far content may move while a screen comes, as browsers measure it: a share of what is in sight. */
const most = 0.02;

/** Adds up, in each document anew, how far its content moves without anybody's doing. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      const found = window as unknown as { moved: number };
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!shift.hadRecentInput) found.moved += shift.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What the page has moved so far, its next frame included. */
function moved(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { moved: number }).moved;
  });
}

/** Lets every answer of the server wait until it is told to go on. */
async function holdAnswers(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/**", (route) => promise.then(() => route.continue()));
  return resolve;
}

const screens = [
  { path: "/inbox/all", name: "Search conversations", rows: "[data-chat]" },
  { path: "/customers", name: "Search customers", rows: "tbody tr" },
];

test("what is seen first stays where it is while the rest of a screen comes", async ({ page, signIn }) => {
  await watchMoves(page);
  await signIn(page, "owner");
  // From the second visit on the inbox offers to tell of news.
  await page.goto("/inbox/all");
  await expect(page.locator("[data-chat]").first()).toBeVisible();
  for (const { path, name, rows } of screens) {
    const goOn = await holdAnswers(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect(page.getByRole("searchbox", { name })).toBeVisible();
    goOn();
    await expect(page.locator(rows).first()).toContainText(/\w/);
    await page.waitForLoadState("networkidle");
    expect(await moved(page), path).toBeLessThanOrEqual(most);
    await page.unrouteAll({ behavior: "wait" });
  }
});

test("until the first code is there the product shows its mark", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => promise.then(() => route.continue()));
  await page.goto("/inbox/all", { waitUntil: "commit" });
  const mark = page.locator("body > svg");
  await expect(mark).toBeVisible();
  goOn();
  await expect(page.getByRole("searchbox", { name: "Search conversations" })).toBeVisible();
  await expect(mark).toBeHidden();
});

import type { Page } from "@playwright/test";
import { launchOf } from "../playwright.config.ts";
import { expect, test } from "./app.ts";

// The headless shell of Chromium can't notify, so that nothing would be offered there.
test.use({ launchOptions: launchOf(process.env.FULL_CHROMIUM_PATH) });

/** How far content may move while a screen comes, as browsers measure it: a share of what is in sight. */
const most = 0.02;

/** What a signed-in screen may fetch until it stands still: bytes as they are sent, headers and all. */
const heaviest = { script: 240_000, stylesheet: 25_000 };

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

/** Lets the app's code wait until it is told to go on. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => promise.then(() => route.continue()));
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

const frames = [
  { who: "owner", path: "/inbox/all", title: "Inbox" },
  { who: "agent", path: "/customers", title: "Customers" },
  { who: "owner", path: "/team", title: "Team" },
  { who: "admin", path: "/admin/clients", title: "All Clients" },
] as const;

/** Where everything stands that is read or pressed. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll("#root :is(h1, nav a, button, input, select, th)")];
    const seen = parts.filter((part) => part.checkVisibility({ visibilityProperty: true }));
    return seen.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return `${part.textContent || part.tagName} ${[x, y, width, height].map(Math.round).join(" ")}`;
    });
  });
}

for (const { who, path, title } of frames) {
  test(`${who} sees the frame of ${path} before the app is there, and nothing moves when it comes`, async ({
    page,
    signIn,
  }) => {
    await signIn(page, who);
    const goOn = await holdCode(page);
    await holdAnswers(page);
    await page.goto(path, { waitUntil: "commit" });
    const root = page.locator("#root");
    await expect(root.locator("h1")).toHaveText(title);
    await expect(root).toHaveAttribute("inert");
    const named = await page.evaluate(() => localStorage.getItem("business_name"));
    await expect(root.locator("header")).toContainText(named || "Rooftop");
    await expect(root).not.toContainText("{");
    const drawn = await places(page);
    expect(drawn.length).toBeGreaterThan(5);

    goOn();
    await expect(root).not.toHaveAttribute("inert");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(await places(page)).toEqual(drawn);
  });
}

test("a name is shown as it is written before the app is there, too", { tag: "@once" }, async ({ page, signIn }) => {
  const name = "<img src=x onerror=\"document.title='ran'\"> & {{kept:auth_token}}";
  await signIn(page, "owner");
  await page.evaluate((name) => localStorage.setItem("business_name", name), name);
  await holdCode(page);
  await page.goto("/inbox/all", { waitUntil: "commit" });
  await expect(page.locator("#root header")).toContainText(name);
  await expect(page).toHaveTitle("Rooftop — Inbox");
});

test("where no frame is drawn the product shows its mark until the first code is there", { tag: "@once" }, async ({
  page,
  signIn,
}) => {
  await signIn(page, "owner");
  await page.evaluate(() => localStorage.setItem("navigation", "collapsed"));
  const goOn = await holdCode(page);
  await page.goto("/inbox/all", { waitUntil: "commit" });
  const mark = page.locator("body > svg");
  await expect(mark).toBeVisible();
  goOn();
  await expect(page.getByRole("searchbox", { name: "Search conversations" })).toBeVisible();
  await expect(mark).toBeHidden();
});

test("a page that is opened out of sight begins at once", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  // As browsers do it: a tab in the background draws no frames.
  await page.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    window.requestAnimationFrame = () => 0;
  });
  const asked = page.waitForRequest("**/api/getAllChats/all/0");
  await page.goto("/inbox/all");
  await asked;
  await expect(page.locator("#root")).not.toHaveAttribute("inert");
});

test("without the app's code the page says so", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.route(/assets\/(client|base)-.*\.js$/, (route) => route.abort());
  await page.goto("/inbox/all");
  await expect(page.getByRole("alert")).toHaveText(/could not be loaded/);
});

for (const path of ["/inbox/all", "/customers"]) {
  test(`${path} takes at most 240 kB of code and 25 kB of styles`, { tag: "@once" }, async ({ page, signIn }) => {
    await signIn(page, "owner");
    const sizes = { script: [] as Promise<number>[], stylesheet: [] as Promise<number>[] };
    page.on("requestfinished", (request) => {
      const kind = request.resourceType();
      if (kind !== "script" && kind !== "stylesheet") return;
      sizes[kind].push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
    });
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("searchbox")).toBeVisible();
    for (const kind of ["script", "stylesheet"] as const) {
      const bytes = (await Promise.all(sizes[kind])).reduce((sum, size) => sum + size, 0);
      expect(bytes, kind).toBeGreaterThan(10_000);
      expect(bytes, kind).toBeLessThanOrEqual(heaviest[kind]);
    }
  });
}

import type { Page } from "@playwright/test";
import { launchOptionsFor } from "../playwright.config.ts";
import { expect, test } from "./app.ts";

// Chromium's headless shell has no notifications, so the inbox would not offer them.
test.use({ launchOptions: launchOptionsFor(process.env.FULL_CHROMIUM_PATH) });

/**
 * The highest cumulative layout shift while a screen loads: half of what counts as good (web.dev/articles/cls). The typeface
 * that comes after the first paint takes 0.01 of it, the number of rows below a table 0.005.
 */
const maxLayoutShift = 0.05;

/** Bytes on the wire, headers included, that a signed-in screen may load until its first rows are shown. */
const maxBytes = { script: 264_000, stylesheet: 26_000 };

/** Adds up the layout shifts of each document, except those after input. */
async function trackLayoutShifts(page: Page): Promise<void> {
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

/** The layout shift so far, including the next frame. */
function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { moved: number }).moved;
  });
}

/** Holds back every API response until the result is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/**", (route) => promise.then(() => route.continue()));
  return resolve;
}

/** Holds back the app's code until the result is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => promise.then(() => route.continue()));
  return resolve;
}

interface LoadedFile {
  readonly name: string;
  readonly bytes: number;
}

type LoadedFiles = Record<keyof typeof maxBytes, LoadedFile[]>;

/** Notes what the page loads from now on; the result is the code and styles so far, the largest first. */
function loadedFiles(page: Page): () => Promise<LoadedFiles> {
  const files = { script: [] as Promise<LoadedFile>[], stylesheet: [] as Promise<LoadedFile>[] };
  page.on("requestfinished", (request) => {
    const kind = request.resourceType();
    if (kind !== "script" && kind !== "stylesheet") return;
    const name = new URL(request.url()).pathname;
    const bytes = request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize);
    files[kind].push(bytes.then((bytes) => ({ name, bytes })));
  });
  const sorted = async (kind: keyof LoadedFiles) =>
    (await Promise.all(files[kind])).sort((one, other) => other.bytes - one.bytes);
  return async () => ({ script: await sorted("script"), stylesheet: await sorted("stylesheet") });
}

function expectFewBytes(loaded: LoadedFiles) {
  for (const kind of ["script", "stylesheet"] as const) {
    const bytes = loaded[kind].reduce((sum, file) => sum + file.bytes, 0);
    const list = loaded[kind].map((file) => `${file.bytes} ${file.name}`).join("\n");
    expect(bytes, kind).toBeGreaterThan(10_000);
    expect(bytes, `${kind}s:\n${list}\n`).toBeLessThanOrEqual(maxBytes[kind]);
  }
}

/** Prerendered screens, most with an element that is there once their rows are. */
const frames = [
  { who: "owner", path: "/inbox/all", title: "Inbox", rows: "[data-chat]" },
  { who: "owner", path: "/customers", title: "Customers", rows: "tbody tr" },
  { who: "owner", path: "/dashboard2", title: "Dashboard", rows: "figcaption" },
  { who: "owner", path: "/team", title: "Team", rows: "main li" },
  { who: "agent", path: "/virtual", title: "Virtual meetings", rows: undefined },
  { who: "admin", path: "/admin/clients", title: "All Clients", rows: "tbody tr" },
] as const;

/** The positions of all texts and controls. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const parts = [...document.querySelectorAll("#root :is(h1, nav a, button, input, select, th)")];
    const seen = parts.filter((part) => part.checkVisibility({ visibilityProperty: true }));
    return seen.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return `${part.textContent || part.tagName} ${[x, y, width, height].map(Math.round).join(" ")}`;
    });
  });
}

for (const { who, path, title, rows } of frames) {
  test(`${who} sees the frame of ${path} before the app loads, and nothing moves when it does or when rows come`, async ({
    page,
    context,
    signIn,
  }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await context.grantPermissions(["notifications"]);
    await trackLayoutShifts(page);
    await signIn(page, who);
    // As on a second visit, when the inbox offers notifications.
    await page.evaluate(() => localStorage.setItem("push-line", "seen"));
    const loaded = loadedFiles(page);
    const loadCode = await holdCode(page);
    const answer = await holdAnswers(page);
    await page.goto(path, { waitUntil: "commit" });
    const root = page.locator("#root");
    await expect(root.locator("h1")).toHaveText(title);
    await expect(root).toHaveAttribute("inert");
    const named = await page.evaluate(() => localStorage.getItem("business_name"));
    await expect(root.locator("header")).toContainText(named || "Rooftop");
    await expect(root).not.toContainText("{");
    await expect(root.locator("[data-push-offer]:visible")).toHaveCount(path.startsWith("/inbox") ? 1 : 0);
    const prerendered = await places(page);
    expect(prerendered.length).toBeGreaterThan(5);
    // React would make the whole frame anew if it differed from the app anywhere.
    await page.evaluate(() => document.querySelector("#main")?.setAttribute("data-frame", ""));

    loadCode();
    await expect(root).not.toHaveAttribute("inert");
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    expect(await places(page)).toEqual(prerendered);
    await expect(page.locator("#main[data-frame]")).toHaveCount(1);
    // React says so where the frame differs from the app.
    expect(errors).toEqual([]);

    answer();
    if (rows === undefined) return;
    await expect(page.locator(rows).first()).toContainText(/\w/);
    // Seconds later the inbox loads ahead what a conversation needs.
    const firstFiles = await loaded();
    await page.waitForLoadState("networkidle");
    expect(await layoutShiftOf(page)).toBeLessThanOrEqual(maxLayoutShift);
    if (path === "/inbox/all" || path === "/customers") expectFewBytes(firstFiles);
  });
}

test("a name is shown as written before the app loads, too", { tag: ["@once", "@deep"] }, async ({ page, signIn }) => {
  const name = "<img src=x onerror=\"document.title='ran'\"> & {{kept:auth_token}}";
  await signIn(page, "owner");
  await page.evaluate((name) => localStorage.setItem("business_name", name), name);
  await holdCode(page);
  await page.goto("/inbox/all", { waitUntil: "commit" });
  await expect(page.locator("#root header")).toContainText(name);
  await expect(page).toHaveTitle("Rooftop — Inbox");
});

test("without a prerendered frame the logo shows until the first code loads", { tag: ["@once", "@deep"] }, async ({
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

test("a page opened in the background starts at once", { tag: ["@once", "@deep"] }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  // As in browsers, a background tab renders no frames.
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
  await expect(page.getByRole("alert")).toHaveText(/couldn't be loaded/);
});

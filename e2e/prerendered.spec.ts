import type { Page } from "@playwright/test";
import { expect, test, waitForHydration } from "./app.ts";

const screens = [
  { path: "/login", title: "Welcome back" },
  { path: "/register", title: "Create your account" },
  { path: "/forgot-password", title: "Forgot your password?" },
];

/** Limits of the code that signing in loads: bytes on the wire and number of files. */
const limits = { bytes: 150_000, files: 14 };

/** Holds back the app's code until the result is called, so that a test can use the prerendered page alone. */
async function holdAppCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => promise.then(() => route.continue()));
  return resolve;
}

const open = (page: Page, path: string) => page.goto(path, { waitUntil: "commit" });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const login = (page: Page) => page.getByRole("button", { name: "Login", exact: true });

async function layoutOf(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  const parts = await page.locator("h1, label, input, main a, main button").all();
  return Promise.all(parts.map((part) => part.boundingBox()));
}

for (const { path, title: name } of screens) {
  test(`${path} is complete before the app loads, and nothing moves when it does`, { tag: "@layout" }, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on("console", (entry) => entry.type() === "error" && errors.push(entry.text()));
    page.on("pageerror", (failure) => errors.push(failure.message));
    const release = await holdAppCode(page);
    await open(page, path);
    await expect(title(page, name)).toBeVisible();
    await expect(page).toHaveTitle(/^Rooftop — \w/);
    await expect(page.locator("input").first()).toBeFocused();
    const prerendered = await layoutOf(page);
    expect(prerendered.length).toBeGreaterThan(4);
    await page.locator("form").evaluate((form) => Object.assign(window, { prerenderedForm: form }));

    release();
    await waitForHydration(page);
    await page.waitForLoadState("networkidle");
    expect(await layoutOf(page)).toEqual(prerendered);
    // The same form element remains: hydration replaced nothing.
    const isKept = (form: Element) => "prerenderedForm" in window && window.prerenderedForm === form;
    expect(await page.locator("form").evaluate(isKept)).toBe(true);
    expect(errors).toEqual([]);
  });
}

test("signing in before the app loads completes once it has", { tag: "@once" }, async ({ page, app }) => {
  const release = await holdAppCode(page);
  await open(page, "/login");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(app.emails.owner);
  await page.keyboard.press("Tab");
  await page.keyboard.type(app.password);
  await page.getByLabel("Remember me").check();
  await page.keyboard.press("Enter");
  await expect(page.locator("form[data-sent]")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");

  const sent = page.waitForRequest("**/api/login");
  release();
  expect((await sent).postData()).toMatch(/remember_me"?[^\w]+1/);
  await expect(page).toHaveURL(/\/inbox\/all$/);
});

test("typing that began before the app loaded continues afterwards", { tag: ["@once", "@deep"] }, async ({ page }) => {
  const release = await holdAppCode(page);
  await open(page, "/register");
  await page.getByLabel("First name").fill("No");
  await page.getByLabel("Phone").fill("9095550123");
  await page.getByLabel("Last name").pressSequentially("Rey");
  release();
  await waitForHydration(page);
  await expect(page.getByLabel("Last name")).toBeFocused();
  await page.keyboard.type("es");
  await expect(page.getByLabel("Last name")).toHaveValue("Reyes");
  await expect(page.getByLabel("Phone")).toHaveValue("(909)555-0123");
  await page.reload();
  await expect(page.getByLabel("Last name")).toHaveValue("Reyes");
  await expect(page.getByLabel("First name")).toHaveValue("No");
});

test("a signed-in person is redirected and sees no form", { tag: ["@once", "@deep"] }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.addInitScript(() => {
    const look = () => {
      const title = document.querySelector("h1");
      const isSeen = title?.textContent === "Welcome back" && title.checkVisibility({ visibilityProperty: true });
      if (isSeen) sessionStorage.setItem("form", "seen");
      requestAnimationFrame(look);
    };
    look();
  });
  await open(page, "/login");
  await expect(page).toHaveURL(/\/inbox\/all/);
  await expect(page.getByRole("banner")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("form"))).toBeNull();
});

test("without the app's code the page says so", { tag: "@once" }, async ({ page }) => {
  await page.route(/assets\/(client|base)-.*\.js$/, (route) => route.abort());
  await page.goto("/login");
  await expect(page.getByRole("alert")).toHaveText(/couldn't be loaded/);
  await expect(login(page)).toBeVisible();
});

test(`signing in takes at most ${limits.bytes / 1000} kB of code in ${limits.files} files`, { tag: "@once" }, async ({
  page,
}) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  await waitForHydration(page);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.length).toBeLessThanOrEqual(limits.files);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(limits.bytes);
});

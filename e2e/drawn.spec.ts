import type { Page } from "@playwright/test";
import { expect, takenOver, test } from "./app.ts";

const screens = [
  { path: "/login", title: "Welcome back" },
  { path: "/register", title: "Create your account" },
  { path: "/forgot-password", title: "Forgot your password?" },
];

/** What signing in may cost: the app's code as it is sent, and in how many files. */
const most = { bytes: 150_000, files: 14 };

/** Lets the app's code wait until it is told to go on: what is there before it can be looked at, and used. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => promise.then(() => route.continue()));
  return resolve;
}

const open = (page: Page, path: string) => page.goto(path, { waitUntil: "commit" });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const login = (page: Page) => page.getByRole("button", { name: "Login", exact: true });

async function places(page: Page) {
  const parts = await page.locator("h1, label, input, main a, main button").all();
  return Promise.all(parts.map((part) => part.boundingBox()));
}

for (const { path, title: name } of screens) {
  test(`${path} is complete before the app is there, and nothing moves when it comes`, async ({ page }) => {
    const refusals: string[] = [];
    page.on("console", (said) => said.type() === "error" && refusals.push(said.text()));
    page.on("pageerror", (failure) => refusals.push(failure.message));
    const goOn = await holdApp(page);
    await open(page, path);
    await expect(title(page, name)).toBeVisible();
    await expect(page).toHaveTitle(/^Rooftop — \w/);
    await expect(page.locator("input").first()).toBeFocused();
    const drawn = await places(page);
    expect(drawn.length).toBeGreaterThan(4);
    await page.locator("form").evaluate((form) => Object.assign(window, { drawnForm: form }));

    goOn();
    await takenOver(page);
    await page.waitForLoadState("networkidle");
    expect(await places(page)).toEqual(drawn);
    // It is still the form that was drawn: nothing was thrown away and made anew.
    const isKept = (form: Element) => "drawnForm" in window && window.drawnForm === form;
    expect(await page.locator("form").evaluate(isKept)).toBe(true);
    expect(refusals).toEqual([]);
  });
}

test("who signs in before the app is there is signed in when it is", { tag: "@once" }, async ({ page, app }) => {
  const goOn = await holdApp(page);
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
  goOn();
  expect((await sent).postData()).toMatch(/remember_me"?[^\w]+1/);
  await expect(page).toHaveURL(/\/inbox\/all$/);
});

test("what was typed before the app was there goes on where it stopped", { tag: "@once" }, async ({ page }) => {
  const goOn = await holdApp(page);
  await open(page, "/register");
  await page.getByLabel("First name").fill("No");
  await page.getByLabel("Phone").fill("9095550123");
  await page.getByLabel("Last name").pressSequentially("Rey");
  goOn();
  await takenOver(page);
  await expect(page.getByLabel("Last name")).toBeFocused();
  await page.keyboard.type("es");
  await expect(page.getByLabel("Last name")).toHaveValue("Reyes");
  await expect(page.getByLabel("Phone")).toHaveValue("(909)555-0123");
  await page.reload();
  await expect(page.getByLabel("Last name")).toHaveValue("Reyes");
  await expect(page.getByLabel("First name")).toHaveValue("No");
});

test("who is signed in is led on and sees no form", { tag: "@once" }, async ({ page, signIn }) => {
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
  await expect(page.getByRole("alert")).toHaveText(/could not be loaded/);
  await expect(login(page)).toBeVisible();
});

test(`signing in takes at most ${most.bytes / 1000} kB of code in ${most.files} files`, { tag: "@once" }, async ({
  page,
}) => {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script") return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  await takenOver(page);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(sizes.length).toBeGreaterThan(2);
  expect(sizes.length).toBeLessThanOrEqual(most.files);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(most.bytes);
});

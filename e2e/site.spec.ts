import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, test } from "./app.ts";

const services = ["crm", "email-marketing", "text-marketing", "reputation-management", "marketing-integrations"];
const pages = ["/", ...services.map((service) => `/services/${service}`)];

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 960;
const menu = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).locator("summary").filter({ visible: true });
const inMenu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).filter({ visible: true });
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: "instant" }), y);

for (const path of pages) {
  test(`${path} is accessible and fits, in light and dark`, { tag: "@layout" }, async ({ page }) => {
    const refusals: string[] = [];
    page.on("console", (said) => said.type() === "error" && refusals.push(said.text()));
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(path);
    await expect(page).toHaveTitle(/^Rooftop — \w/);
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    const tooWide = () => document.documentElement.scrollWidth - window.innerWidth;
    expect(await page.evaluate(tooWide)).toBeLessThanOrEqual(0);
    for (const question of await page.locator("#faq summary").all()) await question.click();
    await menu(page).click();
    await expectAccessible(page);
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
    expect(refusals).toEqual([]);
  });
}

test("the pictures of the product are there, and the first view moves nothing", { tag: "@once" }, async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("main img")).not.toHaveCount(0);
  for (const image of await page.locator("main img").all()) {
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
      .toBeGreaterThan(200);
    const { width, height } = (await image.boundingBox()) ?? { width: 0, height: 1 };
    const own = await image.evaluate((one: HTMLImageElement) => one.naturalWidth / one.naturalHeight);
    expect(width / height).toBeCloseTo(own, 1);
  }
});

test("the operator says how the platform is reached, and only that is shown", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  await signIn(page, "admin");
  await page.goto("/admin/site");
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await field("Facebook").fill("facebook.com/rooftop");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter an address that begins with https://facebook.com/").first()).toBeVisible();
  await expectAccessible(page);
  await field("Facebook").fill("https://www.facebook.com/rooftop");
  await field("Phone").fill("(212) 555-0123");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Public site updated")).toBeVisible();
  const footer = page.getByRole("contentinfo");
  await expect(async () => {
    await page.goto("/services/crm");
    await expect(footer.getByRole("navigation", { name: "Follow us" }).getByRole("link")).toHaveText(["Facebook"], {
      timeout: 1_000,
    });
  }).toPass();
  await expect(footer.getByRole("link", { name: "(212) 555-0123" })).toHaveAttribute("href", "tel:+12125550123");
  await expectAccessible(page);
});

test("open pages follow the system's color scheme unless one was chosen", { tag: ["@once", "@deep"] }, async ({
  page,
}) => {
  const scheme = (name: string) => expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", name);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await scheme("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await scheme("dark");
  await page.evaluate(() => localStorage.setItem("mantine-color-scheme-value", "dark"));
  await page.reload();
  await page.emulateMedia({ colorScheme: "light" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  await scheme("dark");
});

test("the menu works by keyboard alone", { tag: "@layout" }, async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(menu(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(inMenu(page, "Text Marketing")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(inMenu(page, "CRM")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(inMenu(page, "CRM")).toHaveCount(0);
  await expect(menu(page)).toBeFocused();

  await page.keyboard.press("Enter");
  for (const _ of services) await page.keyboard.press("Tab");
  await expect(inMenu(page, "Marketing Integrations")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/services\/marketing-integrations$/);
  await expect(page).toHaveTitle("Rooftop — Marketing Integrations");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fits with what you already use");
});

test("the menu closes on a click elsewhere, and its anchors lead to their sections", { tag: "@layout" }, async ({
  page,
}) => {
  await page.goto("/services/crm");
  await menu(page).click();
  await expect(inMenu(page, "CRM")).toBeVisible();
  // Beside the menu, whatever the page's width.
  await page.mouse.click(4, 500);
  await expect(inMenu(page, "CRM")).toHaveCount(0);

  if (isPhone(page)) await menu(page).click();
  await inMenu(page, "Faq").click();
  await expect(page).toHaveURL(/\/#faq$/);
  await expect(page.getByRole("heading", { name: "Frequently asked questions" })).toBeInViewport();
  if (isPhone(page)) return;
  await menu(page).click();
  await inMenu(page, "Appointments").click();
  await expect(page.getByRole("heading", { name: "From a text to an appointment" })).toBeInViewport();
  await expect(inMenu(page, "Appointments")).toHaveCount(0);
});

test("questions open one at a time", { tag: ["@once", "@deep"] }, async ({ page }) => {
  await page.goto("/#faq");
  const question = (text: string) => page.locator("#faq summary").filter({ hasText: text });
  const trial = page.getByText("Nothing for 30 days");
  await expect(trial).toBeHidden();
  await question("cost to try").focus();
  await page.keyboard.press("Enter");
  await expect(trial).toBeVisible();
  await question("texts STOP").click();
  await expect(page.getByText("opted out right away")).toBeVisible();
  await expect(trial).toBeHidden();
});

test("the header gets a shadow past its own height, and the scroll-to-top button appears after 500 px", {
  tag: ["@once", "@deep"],
}, async ({ page }) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  const toTop = page.getByRole("button", { name: "Scroll to top" });
  const height = (await header.boundingBox())?.height ?? 0;
  await scrollTo(page, height);
  await expect(header).toHaveCSS("box-shadow", "none");
  await scrollTo(page, height + 1);
  await expect(header).not.toHaveCSS("box-shadow", "none");
  await scrollTo(page, 500);
  await expect(toTop).toBeHidden();
  await scrollTo(page, 501);
  await expect(toTop).toBeVisible();
  await toTop.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(toTop).toBeHidden();
  await expect(header.getByRole("link", { name: "Rooftop" })).toBeFocused();
  await page.getByRole("link", { name: "Scroll to top" }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("signed-in people are led into the app, others to the login", { tag: "@once" }, async ({ page, signIn }) => {
  const way = (name: string) => page.getByRole("main").getByRole("link", { name });
  await page.goto("/");
  await way("Login").click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, "owner");
  await page.goto("/");
  await expect(way("Login")).toHaveCount(0);
  await way("Open Rooftop").click();
  await expect(page).toHaveURL(/\/inbox\/all/);
  await page.goto("/services/unknown");
  await expect(page).toHaveURL(/\/inbox\/all/);
});

test("an unknown service leads to the login", { tag: ["@once", "@deep"] }, async ({ page }) => {
  await page.goto("/services/unknown");
  await expect(page).toHaveURL(/\/login\?/);
});

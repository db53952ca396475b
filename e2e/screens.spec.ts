import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";

// The phone's view of screens whose journeys run on the desktop only.

/** A menu entry, the title of its page, and the buttons there that open a dialog. */
type Entry = [entry: string, title: string, ...dialogs: string[]];

/** Follows an entry of the menu, which covers the page. */
async function follow(page: Page, entry: string) {
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  const group = menu.getByRole("button", { name: "Customer", expanded: false });
  if (["Lists", "Customers"].includes(entry) && (await group.isVisible())) await group.click();
  await menu.getByRole("link", { name: entry, exact: true }).click();
}

/** The page has loaded its rows, fits and is accessible. */
async function expectWhole(page: Page, title: string | RegExp) {
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "nothing sticks out").toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await expectNoAxeViolationsInBothSchemes(page);
}

async function expectDialog(page: Page, button: string) {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}

async function expectScreens(page: Page, screens: Entry[]) {
  for (const [entry, title, ...dialogs] of screens) {
    await follow(page, entry);
    await expectWhole(page, title);
    for (const button of dialogs) await expectDialog(page, button);
  }
}

/** Elements that scroll up and down, the page itself included; a menu and dialogs scroll on their own. */
function scrollers(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    const scrolls = (element: Element) =>
      // A closed table of a chart has a size, but isn't shown.
      element.checkVisibility() &&
      element.scrollHeight > element.clientHeight + 1 &&
      (element === root || /auto|scroll/.test(getComputedStyle(element).overflowY));
    const all = [root, ...document.querySelectorAll("#main, #main *")].filter(scrolls);
    return all.map((element) => `${element.localName}.${element.className}`);
  });
}

for (const who of ["owner", "admin"] as const) {
  test(`no screen in the menu of the ${who} scrolls twice`, { tag: "@once" }, async ({ page, signIn }) => {
    await signIn(page, who);
    await page.goto(who === "owner" ? "/dashboard2" : "/admin/dashboard");
    await expectWhole(page, "Dashboard");
    const menu = page.getByRole("navigation", { name: "Main" });
    const closed = menu.getByRole("button", { expanded: false });
    for (let left = await closed.count(); left > 0; left--) await closed.first().click();
    const hrefs = await menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(hrefs.length).toBeGreaterThan(5);
    // The panes of the inbox scroll side by side.
    for (const path of hrefs.filter((href): href is string => href !== null && !href.startsWith("/inbox"))) {
      await openInApp(page, path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      // Low enough for every screen to overflow.
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 480 });
        expect((await scrollers(page)).length, `${path} at ${width}: ${await scrollers(page)}`).toBeLessThan(2);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
}

test("an owner's screens fit a phone", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/dashboard2");
  await expectWhole(page, "Dashboard");
  await expectScreens(page, [
    ["Lists", "Customer Lists", "Add Customers List"],
    ["Customers", "Customers", "Create a customer"],
    ["Leaderboard", "Leaderboard"],
    ["Team", "Team", "Add Member"],
    ["Report", "Report"],
    ["Locations", "Locations", "Add Location"],
  ]);
  await page.getByRole("banner").getByRole("button", { name: "Olivia Grant" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expectWhole(page, "Settings");
  await expectDialog(page, "Business hours");
});

test("the operator's screens fit a phone", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn(page, "admin");
  await page.goto("/admin/dashboard");
  await expectWhole(page, "Dashboard");
  await expectScreens(page, [
    ["All Customers", "All Customers"],
    ["All Messages", "All Messages"],
    ["Tags", "Tags"],
    ["Logs", "Logs"],
    ["All Clients", "All Clients"],
  ]);
  await page.getByRole("link", { name: "Add New Client" }).click();
  await expectWhole(page, /Add.*Client/);
});

test("the password reset fits a phone", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/forgot-password");
  await expectWhole(page, "Forgot your password?");
});

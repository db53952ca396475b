import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";

// What a phone shows of the screens whose journeys are walked on the desktop.

/** Where the menu leads, what the page is called there, and the buttons that open a dialog. */
type Entry = [entry: string, title: string, ...dialogs: string[]];

/** Follows an entry of the menu, which lies over the page. */
async function follow(page: Page, entry: string) {
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("navigation", { name: "Main" });
  const group = menu.getByRole("button", { name: "Customer", expanded: false });
  if (["Lists", "Customers"].includes(entry) && (await group.isVisible())) await group.click();
  await menu.getByRole("link", { name: entry, exact: true }).click();
}

/** The page is there with its rows, fits and is accessible. */
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

test("what an owner manages fits a phone", { tag: "@phone" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/dashboard2");
  await expectWhole(page, "Dashboard");
  await expectScreens(page, [
    ["Lists", "Customer Lists", "Add Customers List"],
    ["Customers", "Customers", "Upload customers"],
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

test("what the operator sees fits a phone", { tag: "@phone" }, async ({ page, signIn }) => {
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

test("the way to a new password fits a phone", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/forgot-password");
  await expectWhole(page, "Forgot your password?");
});

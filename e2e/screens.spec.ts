import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, menuPaths, openScreen, test } from "./app.ts";

/*
 * Every screen and its most used dialogs, on a desktop in light and dark, on a phone where they are laid out otherwise.
 * The site's pages are looked at in `site.spec.ts`.
 */

// Two of the longest journeys.
test.describe.configure({ mode: "parallel" });

/** The buttons of a screen that open a dialog. */
const dialogs: Record<string, readonly string[]> = {
  "/inbox/all": ["Send SMS", "Keyboard shortcuts"],
  "/appointments": ["Create appointment"],
  "/tasks": ["Add task"],
  "/customers": ["Create a customer"],
  "/customers/lists": ["Add Customers List"],
  "/reviews": ["Add a review"],
  "/invites": ["Send Review Invite", "Send Multiple"],
  "/review-settings": ["Add site"],
  "/virtual": ["Create Virtual Meeting"],
  "/inperson": ["Create In-Person Meeting"],
  "/team": ["Add Member", "Invite"],
  "/locations": ["Add Location"],
};

/** A role's screens. */
interface Walk {
  readonly home: string;
  /** Some that the menu must have. */
  readonly menu: readonly string[];
  /** Those that the menu lacks; the ids are the sample's. */
  readonly further: readonly string[];
  /** Those whose journeys run on the desktop only, with their titles and the buttons there that open a dialog. */
  readonly onPhone: Readonly<Record<string, readonly [title: string, ...dialogs: string[]]>>;
}

const walks: Record<"owner" | "admin", Walk> = {
  owner: {
    home: "/dashboard2",
    menu: Object.keys(dialogs),
    further: [
      "/inbox/all/1",
      "/customer/1",
      "/customers/1",
      "/text-campaign/1",
      "/customers/duplicates",
      "/customers/deleted",
      "/text-campaign/add",
      "/email-campaign/add",
      "/settings/security",
      "/settings/business-hours",
      "/settings/website-messaging",
      "/settings/text-registration",
      "/settings/legal-pages",
      "/settings/getting-started",
    ],
    onPhone: {
      "/dashboard2": ["Dashboard"],
      "/customers/lists": ["Customer Lists", "Add Customers List"],
      "/customers": ["Customers", "Create a customer"],
      "/leaderboard": ["Leaderboard"],
      "/team": ["Team", "Add Member"],
      "/report": ["Report"],
      "/locations": ["Locations", "Add Location"],
      "/settings": ["Settings"],
      "/settings/business-hours": ["Business hours"],
      "/settings/text-registration": ["Text message registration"],
    },
  },
  admin: {
    home: "/admin/dashboard",
    menu: ["/admin/clients"],
    further: ["/admin/clients/add", "/admin/tags/add"],
    onPhone: {
      "/admin/dashboard": ["Dashboard"],
      "/admin/customers": ["All Customers"],
      "/admin/messages": ["All Messages"],
      "/admin/tags": ["Tags"],
      "/admin/logs": ["Logs"],
      "/admin/clients": ["All Clients"],
      "/admin/clients/add": ["Add New Client"],
    },
  },
};

/** It is the same on every screen, and has as many texts as many of them. */
const mainMenu = "nav[aria-label=Main]";

/** A dialog that a button opens is accessible; the screen behind it has been looked at. */
async function expectDialog(page: Page, button: string) {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await expectAccessible(page, { include: "[role=dialog]" });
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Of the elements that scroll up and down, the page itself included, there is one at most; a menu and dialogs scroll on their own. */
async function expectOneScroller(page: Page, path: string) {
  // The panes of the inbox and of Next scroll side by side.
  if (path.startsWith("/inbox") || path === "/next") return;
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  // Low enough for every screen to overflow.
  await page.setViewportSize({ ...size, height: 480 });
  const scrollers = await page.evaluate(() => {
    const root = document.documentElement;
    const scrolls = (element: Element) =>
      element.scrollHeight > element.clientHeight + 1 &&
      // A closed table of a chart has a size, but isn't shown.
      element.checkVisibility() &&
      (element === root || /auto|scroll/.test(getComputedStyle(element).overflowY));
    const all = [root, ...document.querySelectorAll("#main, #main *")].filter(scrolls);
    return all.map((element) => `${element.localName}.${element.className}`);
  });
  expect(scrollers.length, `${path} at ${size.width}: ${scrollers}`).toBeLessThan(2);
  await page.setViewportSize(size);
}

async function expectNothingSticksOut(page: Page, path: string) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, `nothing sticks out of ${path}`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

for (const [who, { home, menu, further, onPhone }] of Object.entries(walks)) {
  test(`the screens of the ${who} are accessible in light and dark, and scroll once`, { tag: "@once" }, async ({
    page,
    signIn,
  }) => {
    test.slow();
    await signIn(page, who as keyof typeof walks);
    await page.goto(home);
    const paths = await menuPaths(page);
    expect(paths).toEqual(expect.arrayContaining([...menu]));
    await expectAccessible(page, { include: mainMenu });
    for (const path of [...paths, ...further]) {
      await test.step(path, async () => {
        await openScreen(page, path);
        await expectAccessible(page, { exclude: [mainMenu] });
        for (const button of dialogs[path] ?? []) await expectDialog(page, button);
        if (paths.includes(path)) await expectOneScroller(page, path);
      });
    }
  });

  test(`the screens of the ${who} fit a phone, and scroll once`, { tag: "@phone" }, async ({ page, signIn }) => {
    test.slow();
    await signIn(page, who as keyof typeof walks);
    await page.goto(home);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The menu covers the page.
    await page.getByRole("button", { name: "Open menu" }).click();
    const paths = await menuPaths(page);
    expect(paths).toEqual(expect.arrayContaining([...menu]));
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    for (const path of new Set([...Object.keys(onPhone), ...paths])) {
      await test.step(path, async () => {
        await openScreen(page, path);
        await expectNothingSticksOut(page, path);
        const [title, ...buttons] = onPhone[path] ?? [];
        if (title !== undefined) {
          await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
          await expectAccessible(page);
        }
        for (const button of buttons) await expectDialog(page, button);
        if (paths.includes(path)) await expectOneScroller(page, path);
      });
    }
  });
}

test("the screens before signing in are accessible in light and dark", { tag: "@once" }, async ({ page }) => {
  for (const path of ["/login", "/register", "/forgot-password"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test("the password reset fits a phone", { tag: "@phone" }, async ({ page }) => {
  await page.goto("/forgot-password");
  await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
  await expectNothingSticksOut(page, "/forgot-password");
  await expectAccessible(page);
});

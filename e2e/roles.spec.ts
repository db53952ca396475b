import type { Page } from "@playwright/test";
import { expect, openInApp, test } from "./app.ts";

// A role's forbidden screens are neither in its menu nor at their addresses. The screens' declarations say which.

/** Signs in and waits for the menu, so that missing entries aren't just late. */
async function expectMenuWithout(page: Page, links: readonly string[]): Promise<void> {
  await page.goto("/inbox/all");
  await expect(page.getByRole("link", { name: "Appointments", exact: true })).toBeVisible();
  for (const name of links) await expect(page.getByRole("link", { name, exact: true })).toHaveCount(0);
}

/** Each address leads home. Visits another screen in between, so that home is never left over. */
async function expectClosed(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await openInApp(page, "/appointments");
    await expect(page.getByRole("heading", { level: 1, name: "Appointments" })).toBeVisible();
    await openInApp(page, path);
    await expect(page).toHaveURL(/\/inbox\/all$/);
    await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
    const notice = page.getByText("You don’t have access to that page.");
    await expect(notice.last()).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).last().click();
    await expect(notice).toHaveCount(0);
  }
}

test("each role is offered only the screens that it may see", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "agent");
  await expectMenuWithout(page, ["Leaderboard", "Report", "Team", "Locations"]);
  await expectClosed(page, ["/leaderboard", "/report", "/team"]);
  await page.goto("/locations");
  await expect(page).toHaveURL(/\/inbox\/all$/);

  await page.goto("/no-such-page");
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await expect(page.getByText("That page doesn’t exist.")).toBeVisible();

  await signIn(page, "manager");
  await expectMenuWithout(page, ["Team"]);
  await expectClosed(page, ["/team"]);

  await signIn(page, "owner");
  await page.goto("/admin/clients");
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await expectClosed(page, [
    "/admin/dashboard",
    "/admin/clients",
    "/admin/clients/add",
    "/admin/clients/1/buy_phone_no",
    "/admin/tags",
  ]);

  await signIn(page, "admin");
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.getByRole("banner").getByRole("button", { name: "Platform Operator" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["logout"]);
});

import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { registerBusiness } from "./business.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Business hours of Main lot" });
const day = (page: Page, name: string) => dialog(page).getByRole("switch", { name, exact: true });
const time = (page: Page, name: string) => dialog(page).getByRole("combobox", { name, exact: true });

async function openHours(page: Page) {
  await page
    .getByRole("button", { name: /Main lot$/ })
    .last()
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Business hours" }).press("Enter");
  await expect(day(page, "Monday")).toBeVisible();
}

test("an owner sets a location's business hours", { tag: ["@once", "@deep"] }, async ({ page, signIn, request }) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/locations");
  await openHours(page);
  await expect(dialog(page)).toContainText("Pacific time");
  await expect(day(page, "Sunday")).not.toBeChecked();
  await expect(time(page, "Monday opens at")).toHaveValue("540");
  await expectNoAxeViolationsInBothSchemes(page);

  await time(page, "Monday opens at").selectOption("8:30 AM");
  await time(page, "Monday closes at").selectOption("5:00 PM");
  await dialog(page).getByRole("button", { name: "Copy Monday to all weekdays" }).click();
  await expect(time(page, "Friday opens at")).toHaveValue("510");
  await expect(time(page, "Saturday opens at")).toHaveValue("540");
  await day(page, "Saturday").press("Space");
  await expect(time(page, "Saturday opens at")).toHaveCount(0);
  await dialog(page).getByLabel("Add a closed day").fill("2026-12-25");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("list", { name: "Closed days" })).toHaveText("Dec 25, 2026");
  await time(page, "Tuesday closes at").selectOption("8:00 AM");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("Closing time must be after opening time")).toBeVisible();
  await expect(time(page, "Tuesday closes at")).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await time(page, "Tuesday closes at").selectOption("Midnight");
  // A day that is chosen but not added counts, too.
  await dialog(page).getByLabel("Add a closed day").fill("2026-11-26");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Business hours saved")).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  // The same on a page, about the acting location.
  await openInApp(page, "/settings/business-hours");
  const form = page.getByRole("region", { name: "Business hours" });
  const days = form.getByRole("list", { name: "Closed days" });
  await expect(form.getByRole("combobox", { name: "Tuesday closes at" })).toHaveValue("1440");
  await expect(form.getByRole("combobox", { name: "Friday closes at" })).toHaveValue("1020");
  await expect(form.getByRole("switch", { name: "Saturday" })).not.toBeChecked();
  await expect(days.getByRole("listitem")).toHaveText(["Nov 26, 2026", "Dec 25, 2026"]);
  await days.getByRole("button", { name: "Open on Nov 26, 2026" }).click();
  await expect(days.getByRole("listitem")).toHaveText(["Dec 25, 2026"]);
  await expect(form.getByLabel("Add a closed day")).toBeFocused();
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await page.getByRole("link", { name: "Calls and notifications" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/settings\/calls$/);
  await page.getByRole("link", { name: "Business hours" }).click();
  await expect(days.getByRole("listitem")).toHaveCount(2);
  await form.getByLabel("Add a closed day").fill("2027-01-01");
  await form.getByRole("button", { name: "Save business hours" }).click();
  await expect(page.getByText("Business hours saved")).toBeVisible();
  await expect(days.getByRole("listitem")).toHaveCount(3);
  await expect(form.getByLabel("Add a closed day")).toHaveValue("");
  await page.getByRole("link", { name: "Calls and notifications" }).click();

  // A page with a changed form asks before it is left by a link or through the browser's history.
  const field = page.getByLabel("Email for CRM", { exact: true });
  await page.getByRole("link", { name: "Appointments" }).click();
  await expect(page).toHaveURL(/\/appointments$/);
  await page.goBack();
  await field.fill("crm@example.com");
  await page.getByRole("link", { name: "Appointments" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await page.goForward();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/settings\/calls$/);
  await expect(field).toHaveValue("crm@example.com");
  await page.goForward();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/appointments$/);
});

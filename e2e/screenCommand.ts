import type { Page } from "@playwright/test";
import { expect } from "./app.ts";

const menu = (page: Page) => page.getByRole("button", { name: /^More for / });

/** Uses one of a screen's other commands: a button beside the heading, or on a phone in the menu beside the search box. */
async function runCommand(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).or(page.getByRole("link", { name, exact: true }));
  await expect(button.or(menu(page)).first()).toBeVisible();
  if (!(await menu(page).isVisible())) return button.click();
  await menu(page).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}

/** Shows the rows' checkboxes, which a phone does only when asked. */
export async function startSelecting(page: Page): Promise<void> {
  if (await menu(page).isVisible()) await runCommand(page, (await selectLabel(page)) ?? "");
}

const selectLabel = async (page: Page) => {
  const table = await page.getByRole("table").first().getAttribute("aria-label");
  return `Select ${table?.toLowerCase()}`;
};

import type { Page } from "@playwright/test";
import { expect } from "./app.ts";
import type { ContactsFile } from "./contactsFile.ts";

export const dialog = (page: Page) => page.getByRole("dialog", { name: "Upload customers" });
/** A step of the dialog by its heading. */
export const step = (page: Page, title: string) => dialog(page).getByRole("region", { name: title });
export const button = (page: Page, name: string | RegExp) => dialog(page).getByRole("button", { name, exact: true });
/** Opens the dialog and agrees to the terms. */
export async function openUploadDialog(page: Page) {
  await page.getByRole("button", { name: "Upload customers" }).click();
  await dialog(page).getByRole("checkbox").check();
  await button(page, "Continue").click();
  await expect(step(page, "Choose the customers")).toBeVisible();
}

/** Chooses a file as people do. */
export async function chooseFile(page: Page, { name, mimeType, buffer }: ContactsFile) {
  const choosing = page.waitForEvent("filechooser");
  await button(page, "Choose file").click();
  await (await choosing).setFiles({ name, mimeType, buffer });
  await expect(dialog(page).getByText(name)).toBeVisible();
}

/** The parts of the result, in order. */
export async function expectResult(page: Page, rows: Record<string, number>) {
  await expect(step(page, "The import is done")).toBeVisible();
  const table = dialog(page).getByRole("table", { name: "What the import did" });
  await expect(table.getByRole("row")).toHaveText(Object.entries(rows).map(([label, count]) => `${label}${count}`));
}

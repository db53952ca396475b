import { randomInt } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp } from "./app.ts";

const typedByOperator = "Harbor-lights-7";
export const chosenByOwner = "Birches-and-9-elms";

/** A client unique to this journey. */
export function newClient() {
  const mark = String(randomInt(1_000_000)).padStart(6, "0");
  return { business: `Harbor Motors ${mark}`, email: `nora.${mark}@harbor.example.com`, last: `Quinn${mark}` };
}
export type NewClient = ReturnType<typeof newClient>;

/** Its row in the table of clients. */
export const rowOf = (page: Page, { business }: NewClient) => page.getByRole("row").filter({ hasText: business });

/** Fills in the form, except the fields in `without`. */
export async function fillIn(page: Page, client: NewClient) {
  const texts = {
    "Last Name": client.last,
    "Business Name": client.business,
    Email: client.email,
    "Confirm Password": typedByOperator,
    Phone: "9095550142",
    "Zip Code": "92401",
    "Location Title": "Harbor",
    "Street Address 1": "100 Main St",
    City: "Denver",
    "Postal Code": "80205",
  };
  for (const [label, text] of Object.entries(texts)) {
    const field = page.getByRole("textbox", { name: label, exact: true });
    await field
      .or(page.getByLabel(new RegExp(`^${label}( \\*)?$`)))
      .first()
      .fill(text);
  }
  await page.getByLabel(/^Password( \*)?$/).fill(typedByOperator);
  await page.getByLabel(/^State/).selectOption("CO");
}

export async function addClient(page: Page, client: NewClient) {
  await openInApp(page, "/admin/clients/add");
  await fillIn(page, client);
  await page.getByLabel(/^First Name/).fill("Nora");
  await page.getByRole("button", { name: "Add Client" }).click();
  await expect(page.getByText("Client added successfully")).toBeVisible();
}

/** The owner in a separate browser, with a password of their choice. */
export async function ownerSignsIn(browser: Browser, url: string, viewport: Page, client: NewClient): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: viewport.viewportSize(),
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel(/^Email/).fill(client.email);
  await page.getByLabel(/^Password/).fill(typedByOperator);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(/\/login\/new-password$/);
  await expect(page.getByRole("heading", { name: "Password change required" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await openInApp(page, "/customers");
  await expect(page).toHaveURL(/\/login\/new-password$/);
  await page.getByLabel("Current password", { exact: true }).fill(typedByOperator);
  await page.getByLabel("New password", { exact: true }).fill(chosenByOwner);
  await page.getByLabel("Confirm new password", { exact: true }).fill(chosenByOwner);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expect(page).toHaveURL(/\/inbox\/all$/);
  return page;
}

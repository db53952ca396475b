import type { Locator, Page } from "@playwright/test";
import { expect } from "./app.ts";

/** Waits until an appointment for now has been created. Outside business hours, its time is asked about first. */
export const expectCreatedForNow = (page: Page) => useItAnyway(page, page.getByText("Appointment created"));

/** Confirms a time that is asked about outside business hours, and waits for what shows that it was taken. */
export async function useItAnyway(page: Page, taken: Locator) {
  const anyway = page.getByRole("button", { name: "Use it anyway" });
  await expect(taken.or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.press("Enter");
  await expect(taken).toBeVisible();
}

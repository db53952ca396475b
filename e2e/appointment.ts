import type { Page } from "@playwright/test";
import { expect } from "./app.ts";

/** Waits until an appointment for now has been created. Outside business hours, its time is asked about first. */
export async function expectCreatedForNow(page: Page) {
  const created = page.getByText("Appointment created");
  const anyway = page.getByRole("button", { name: "Use it anyway" });
  await expect(created.or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.press("Enter");
  await expect(created).toBeVisible();
}

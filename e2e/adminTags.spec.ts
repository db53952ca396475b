import { randomUUID } from "node:crypto";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";

test("the operator adds a tag that every business can use at once, and deletes it again", {
  tag: ["@once", "@deep"],
}, async ({ page, app, browser, signIn, isMobile }) => {
  const name = `Lease end <i>${randomUUID().slice(0, 8)}</i>`;
  const business = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(business, "owner");
  await business.goto("/inbox/all");
  const ofBusiness = business.getByRole("menuitemradio", { name: `${name} (0)` });
  await business.getByRole("button", { name: /^Filter: / }).click();
  await expect(business.getByRole("menuitemradio", { name: /^All/ })).toBeVisible();
  await expect(ofBusiness).toHaveCount(0);

  await signIn(page, "admin");
  await page.goto("/admin/clients");
  if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "Tags", exact: true }).click();
  await expect(page.getByRole("columnheader")).toContainText(["Tag Name", "Customers", "Status", "Action"]);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("link", { name: "Add New Tag" }).click();
  await expect(page).toHaveURL(/\/admin\/tags\/add$/);
  await expect(page.getByRole("link", { name: "Go Back" })).toHaveAttribute("href", "/admin/clients");
  await page.getByRole("button", { name: "Add Tag" }).click();
  await expect(page.getByText("Tag name is required").first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByLabel("Tag Name").fill(name);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/tags$/);
  await expect(page.getByText("Tag Added!")).toBeVisible();
  await expect(ofBusiness).toBeVisible();

  await page.getByRole("searchbox").fill(name);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Active");
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Delete Tag" }).click();
  const asked = page.getByRole("dialog", { name: `Delete the tag ${name}?` });
  await expect(asked).toContainText("Businesses can no longer use it.");
  await asked.getByRole("button", { name: "Delete Tag" }).click();
  await expect(page.getByText("Tag deleted!")).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(ofBusiness).toHaveCount(0);
  await business.context().close();
});

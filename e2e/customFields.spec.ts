import { randomUUID } from "node:crypto";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, ownerToken, test } from "./app.ts";

test("a field is declared, filled in, filtered by and archived", { tag: "@once" }, async ({
  page,
  request,
  app,
  signIn,
}) => {
  const code = randomUUID().slice(0, 6);
  const name = `Plan ${code}`;
  await signIn(page, "owner");
  await page.goto("/settings/custom-fields");
  await page.getByRole("button", { name: "Add a field" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a field" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Kind").selectOption("choice");
  await dialog.getByRole("button", { name: "Add a field" }).click();
  await expect(dialog.getByText("Add at least one option")).toBeVisible();
  await dialog.getByLabel("Options").fill("Gold\nSilver");
  await dialog.getByLabel("Options").press("Tab");
  await dialog.getByRole("button", { name: "Add a field" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Choice: Gold, Silver").first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const phone = `909555${String(Math.floor(1000 + Math.random() * 8999))}`;
  const data = { first_name: "Rosa", last_name: code, email: `${code}@example.com`, address: "1 Main St", phone };
  const { id } = (await (await request.post("/api/customers/add", { headers, data })).json()).data;
  const customer = page.getByRole("table", { name: "Customers" });
  await page.goto(`/customer/${id}`);
  const edit = page.getByRole("button", { name: "Edit custom fields" });
  await edit.click();
  await page.getByRole("combobox", { name }).selectOption("Gold");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(edit).toBeFocused();
  await expect(page.getByRole("definition").filter({ hasText: "Gold" }).first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await page.goto("/customers");
  await page.getByRole("combobox", { name: "Add filter" }).selectOption({ label: name });
  await page.getByRole("combobox", { name, exact: true }).selectOption("Silver");
  await expect(page).toHaveURL(/custom=plan_[a-z0-9_]+\.is\.Silver/);
  await expect(customer.getByText(`Rosa ${code}`)).toBeHidden();
  await page.getByRole("combobox", { name, exact: true }).selectOption("Gold");
  await expect(customer.getByText(`Rosa ${code}`)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("combobox", { name, exact: true }).selectOption("Has a value");
  await expect(page).toHaveURL(/custom=plan_[a-z0-9_]+\.filled/);
  await expect(customer.getByText(`Rosa ${code}`)).toBeVisible();
  await page.getByRole("button", { name: "Columns and row height" }).click();
  await page.getByRole("menuitem", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox", { name }).check();
  await page.getByRole("dialog", { name: "Columns" }).getByRole("button", { name: "Done" }).click();
  await expect(customer.getByRole("columnheader", { name })).toBeVisible();
  await expect(customer.getByRole("cell", { name: "Gold" })).toBeVisible();
  const filtered = page.url();

  await page.goto("/settings/custom-fields");
  await page.getByRole("button", { name: `Archive ${name}` }).click();
  await expect(page.getByRole("dialog").getByText("1 customer keeps its value")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("button", { name: `Bring back ${name}` })).toBeVisible();
  // The address of the filter still works: it narrows nothing.
  await page.goto(filtered);
  await expect(customer.getByRole("row").nth(2)).toBeVisible();
});

import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { newPhone, registerBusiness } from "./business.ts";
import { messyContacts } from "./contactsFile.ts";
import { button, chooseFile, dialog, expectResult, openUploadDialog, step } from "./uploadDialog.ts";

test("pasted text is kept through errors and closing, and imported by keyboard alone", { tag: "@once" }, async ({
  page,
  signIn,
  request,
}) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/customers");
  await page.getByRole("button", { name: "Upload customers" }).focus();
  await page.keyboard.press("Enter");
  await expect(step(page, "Before you upload")).toBeVisible();
  await dialog(page).getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await button(page, "Continue").focus();
  await page.keyboard.press("Enter");

  await dialog(page).getByRole("tab", { name: "CSV file" }).focus();
  await page.keyboard.press("ArrowRight");
  await button(page, "Parse CSV").focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("No record found")).toBeVisible();
  const text = dialog(page).getByLabel("Customers", { exact: true });
  await expect(text).toBeFocused();

  const wrong = `"${newPhone()},Maria\n${newPhone()},John`;
  await page.keyboard.insertText(wrong);
  await button(page, "Parse CSV").focus();
  await page.keyboard.press("Enter");
  await expect(
    dialog(page)
      .getByText(/is opened and never closed/)
      .first(),
  ).toBeVisible();
  await expect(text).toHaveValue(wrong);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await page.getByRole("button", { name: "Upload customers" }).press("Enter");
  await expect(text).toHaveValue(wrong);

  await text.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText("Mobile,Name\n");
  await button(page, "Parse CSV").focus();
  await page.keyboard.press("Enter");
  await expect(step(page, "Match the columns")).toBeVisible();
  for (const title of ["Check the rows", "Import the customers"]) {
    await button(page, "Continue").focus();
    await page.keyboard.press("Enter");
    await expect(step(page, title)).toBeVisible();
  }
  await button(page, "Continue").focus();
  await page.keyboard.press("Enter");
  await expectResult(page, { "New customers": 2, "Rows in the file": 2 });
});

test("after a canceled or failed upload the file is still selected", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
}) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/customers");
  await openUploadDialog(page);
  await chooseFile(page, messyContacts());
  await page.route("**/api/customers/csv_upload", () => undefined);
  await button(page, "Import CSV").click();
  await expect(dialog(page).getByText("Uploading…")).toBeVisible();
  await button(page, "Cancel upload").click();
  await expect(dialog(page).getByText("Uploading…")).toBeHidden();
  await expect(dialog(page).getByText("Spring leads.csv")).toBeVisible();

  await page.unroute("**/api/customers/csv_upload");
  await page.route("**/api/customers/csv_upload", (route) => route.abort());
  await button(page, "Import CSV").click();
  await expect(dialog(page).getByText("We can't reach Rooftop. Check your connection and try again.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.unroute("**/api/customers/csv_upload");
  await button(page, "Import CSV").click();
  await expect(step(page, "Match the columns")).toBeVisible();
});

test("an unfinished upload is resumed or discarded", { tag: ["@once", "@deep"] }, async ({ page, signIn, request }) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/customers");
  await openUploadDialog(page);
  await chooseFile(page, messyContacts());
  await button(page, "Import CSV").click();
  await expect(step(page, "Match the columns")).toBeVisible();

  await page.goto("/customers/all/new");
  await expect(dialog(page).getByText(/Spring leads\.csv, 20 rows/)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Resume").click();
  await expect(step(page, "Match the columns")).toBeVisible();

  await page.reload();
  await button(page, "Discard it").click();
  await page.getByRole("dialog", { name: "Discard the upload" }).getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("The upload was discarded")).toBeVisible();
  await expect(dialog(page).getByText(/Spring leads/)).toBeHidden();
});

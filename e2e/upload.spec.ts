import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { type RegisteredBusiness, registerBusiness } from "./business.ts";
import { messyContacts } from "./contactsFile.ts";
import { button, chooseFile, dialog, expectResult, openUploadDialog, step } from "./uploadDialog.ts";

const customer = (page: Page, text: string) =>
  page.getByRole("table", { name: "Customers", exact: true }).getByRole("row").filter({ hasText: text });

async function addBefore(request: APIRequestContext, { token }: RegisteredBusiness, phone: string) {
  const headers = { authorization: `Bearer ${token}` };
  const data = { first_name: "Before", last_name: "Import", email: "before@example.com", phone, address: "1 Palm Ave" };
  expect((await request.post("/api/customers/add", { headers, data })).status()).toBe(200);
}

test("a messy file becomes the right customers, importing it again changes nothing, and undo restores everything", {
  tag: "@once",
}, async ({ page, signIn, request }) => {
  const business = await registerBusiness(request);
  const file = messyContacts();
  await addBefore(request, business, file.phones[0] ?? "");
  await signIn(page, business);
  await page.goto("/customers");

  await page.getByRole("button", { name: "Upload customers" }).click();
  await button(page, "Continue").click();
  await expect(dialog(page).getByText("Please agree to terms of services to continue!")).toBeVisible();
  await expect(dialog(page).getByRole("checkbox")).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog(page).getByRole("checkbox").check();
  await button(page, "Continue").click();

  await dialog(page).getByRole("radio", { name: "New list" }).check();
  await button(page, "Import CSV").click();
  await expect(dialog(page).getByText("Customer CSV file is required")).toBeVisible();
  await expect(dialog(page).getByText("List Name is required")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await chooseFile(page, file);
  await dialog(page).getByLabel("List Name").fill("Spring leads");
  await button(page, "Import CSV").click();

  const columns = step(page, "Match the columns");
  await expect(columns.getByText("Windows-1252, semicolon-separated")).toBeVisible();
  await expect(columns.getByText("Muñoz · Côté · Groß")).toBeVisible();
  const letters = columns.getByRole("combobox", { name: "Encoding" });
  await expect(letters).toHaveValue("Windows-1252");
  await letters.selectOption("Cyrillic (Windows)");
  await expect(columns.getByText("Muсoz · Cфtй · GroЯ")).toBeVisible();
  await letters.selectOption("Western European (Windows)");
  await expect(columns.getByText("Muñoz · Côté · Groß")).toBeVisible();
  await expect(columns.getByRole("combobox", { name: "What Cell Phone is" })).toHaveValue("phone");
  await expect(columns.getByRole("combobox", { name: "What Surname is" })).toHaveValue("last_name");
  await expect(columns.getByRole("combobox", { name: "What Notes is" })).toHaveValue("");
  await columns.getByRole("combobox", { name: "What Notes is" }).selectOption("phone");
  await expect(
    columns.getByText("Phone number is selected for more than one column: Cell Phone, Notes."),
  ).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await columns.getByRole("combobox", { name: "What Notes is" }).selectOption("");
  await button(page, "Continue").click();

  const rows = step(page, "Check the rows");
  for (const count of ["All: 20", "New: 12", "Existing: 1", "Rejected: 2", "Duplicate row: 5", "With warnings: 1"]) {
    await expect(button(page, count)).toBeVisible();
  }
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Rejected: 2").click();
  await expect(rows.getByText("Phone number is missing")).toBeVisible();
  await expect(rows.getByText("Phone number 12345 is not a US number")).toBeVisible();
  await expect(rows.getByText("Showing 1 to 2 of 2 records")).toBeVisible();
  await button(page, "With warnings: 1").click();
  await expect(rows.getByText("Email not-an-email is not an email address, so it's left out")).toBeVisible();
  await button(page, "Duplicate row: 5").click();
  await expect(rows.getByText("Same phone number as row 2", { exact: true })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await button(page, "Download rejected rows").click();
  const rejects = await readFile(await (await downloading).path(), "utf8");
  expect(rejects).toContain("Phone number 12345 is not a US number");
  expect(rejects).toContain("Same phone number as row 6");

  await button(page, "All: 20").click();
  await rows.getByRole("searchbox").fill("Åberg");
  await button(page, "Delete row 7").click();
  await expect(rows.getByText("1 row removed.")).toBeVisible();
  await expect(button(page, "New: 11")).toBeVisible();
  await button(page, "Continue").click();

  const finish = step(page, "Import the customers");
  await expect(finish.getByText("11 new customers will be added.")).toBeVisible();
  await expect(finish.getByText("All of them will be in the list Spring leads.")).toBeVisible();
  await finish.getByRole("checkbox", { name: /agreed to get marketing texts/ }).check();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Continue").click();
  await expectResult(page, {
    "New customers": 11,
    "Existing customers, updated": 1,
    Rejected: 2,
    "Duplicate row": 5,
    Removed: 1,
    "Rows in the file": 20,
  });
  await expect(dialog(page).getByText("Consent was recorded for 12 phones.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Done").click();
  await expect(page.getByText("Showing 1 to 10 of 12 records")).toBeVisible();
  await page.getByRole("searchbox").fill("Muñoz");
  await expect(customer(page, "Zoë Muñoz")).toContainText(`person${file.phones[0]}@example.com`);

  await openUploadDialog(page);
  await chooseFile(page, file);
  await button(page, "Import CSV").click();
  await step(page, "Match the columns").waitFor();
  await button(page, "Continue").click();
  // The row removed by hand the first time is new now, and is removed again.
  await button(page, "New: 1").click();
  await button(page, "Delete row 7").click();
  await button(page, "Continue").click();
  await button(page, "Continue").click();
  await expectResult(page, {
    "Existing customers, unchanged": 12,
    Rejected: 2,
    "Duplicate row": 5,
    Removed: 1,
    "Rows in the file": 20,
  });

  await button(page, "Earlier uploads").click();
  await expect(dialog(page).getByText("11 added, 1 updated, 8 left out of 20 rows")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Details of Spring leads.csv").last().click();
  await button(page, "Undo the import").click();
  const question = page.getByRole("dialog", { name: "Undo the import" });
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(dialog(page)).toBeVisible();
  await button(page, "Undo the import").click();
  await question.getByRole("button", { name: "Undo the import" }).click();
  await expect(step(page, "The import was undone")).toBeVisible();
  await expect(dialog(page).getByText("Undone: 11 customers deleted, 1 customer as before.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Done").click();
  await page.getByRole("searchbox").fill("");
  await expect(page.getByText("Showing 1 to 1 of 1 records")).toBeVisible();
  await expect(customer(page, "Before Import")).toContainText("before@example.com");
});

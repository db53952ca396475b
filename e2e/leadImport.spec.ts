import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { button, chooseFile, dialog, expectResult, openUploadDialog, step } from "./uploadDialog.ts";

const rows = [
  "Name,Phone,Sales Rep,Stage,Lead Source,Vehicle of Interest,Stock #,Notes",
  "Ana Ruiz,(212) 555-0171,,Contacted,Radio,2021 Honda Accord EX-L,A17,Call late",
  "Bo Lind,(212) 555-0172,Gone Guy,Contactado,Radio,2020 Kia Rio,,",
  "Cy Moss,(212) 555-0173,,,,,,",
];
const file = { name: "crm.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")), phones: [] as string[] };

test("a file's leads are matched, imported, shown in columns, filtered by and undone", { tag: "@once" }, async ({
  page,
  signIn,
  request,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/customers");
  await openUploadDialog(page);
  await chooseFile(page, file);
  await button(page, "Import CSV").click();
  const columns = step(page, "Match the columns");
  await expect(columns.getByRole("combobox", { name: "What Sales Rep is" })).toHaveValue("lead_owner");
  await expect(columns.getByRole("combobox", { name: "What Stock # is" })).toHaveValue("stock_number");
  await expect(columns.getByRole("combobox", { name: "What Notes is" })).toHaveValue("lead_notes");
  await button(page, "Continue").click();
  const checked = step(page, "Check the rows");
  await expect(checked.getByText("Contacted · Radio · 2021 Honda Accord EX-L")).toBeVisible();
  await button(page, "With warnings: 1").click();
  await expect(checked.getByText("Owner Gone Guy isn't on your team here", { exact: false })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Continue").click();
  await expect(dialog(page).getByText("2 rows name a lead.", { exact: false })).toBeVisible();
  await button(page, "Continue").click();
  await expectResult(page, { "New customers": 3, "Rows in the file": 3 });
  await expect(dialog(page).getByText("2 leads added.")).toBeVisible();
  await button(page, "Done").click();

  const table = page.getByRole("table", { name: "Customers", exact: true });
  await expect(table.getByRole("columnheader", { name: "Lead stage" })).toBeHidden();
  await page.getByRole("button", { name: "Columns and row height" }).click();
  await page.getByRole("menuitem", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  for (const name of ["Lead stage", "Vehicle of interest"]) await chooser.getByRole("checkbox", { name }).check();
  await chooser.getByRole("button", { name: "Done" }).click();
  const ana = table.getByRole("row").filter({ hasText: "Ana Ruiz" });
  await expect(ana.getByRole("cell", { name: "Contacted" })).toBeVisible();
  await expect(ana.getByRole("cell", { name: "2021 Honda Accord EX-L" })).toBeVisible();

  await page.getByRole("combobox", { name: "Add filter" }).selectOption("Lead stage");
  await page.getByRole("combobox", { name: "Lead stage" }).selectOption("Contacted");
  await expect(page).toHaveURL(/lead_stage=\d+/);
  await expect(table.getByText("Bo Lind")).toBeHidden();
  await expect(ana).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Remove the filter Lead stage" }).click();
  await expect(table.getByText("Cy Moss")).toBeVisible();

  await page.getByRole("button", { name: "Upload customers" }).click();
  await button(page, "Earlier uploads").click();
  await button(page, "Details of crm.csv").click();
  await button(page, "Undo the import").click();
  await page.getByRole("dialog", { name: "Undo the import" }).getByRole("button", { name: "Undo the import" }).click();
  await expect(dialog(page).getByText("Undone: 3 customers deleted, 2 leads deleted.")).toBeVisible();
});

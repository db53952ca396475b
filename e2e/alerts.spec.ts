import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { newCustomerInput } from "./customer.ts";

const table = (page: Page) => page.getByRole("table", { name: "Alerts" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

/** Imports a file with one contact over HTTP; returns the file's name. */
async function importFile(request: APIRequestContext, app: OwnerLogin) {
  const { phone, last_name } = newCustomerInput();
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const name = `${last_name}.csv`;
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(`Phone\n${phone}\n`) };
  const added = await request.post("/api/customers/csv_upload", { headers, multipart: { csv_file: file } });
  expect(added.status(), await added.text()).toBe(200);
  const upload_id = (await added.json()).data.upload.id;
  const going = await request.post("/api/customers/copy_from_temp", { headers, data: { upload_id } });
  expect(going.status(), await going.text()).toBe(200);
  return name;
}

test("an alert appears on its own, is dismissed, and stays in the history", async ({ page, app, signIn, request }) => {
  await signIn(page, "owner");
  await page.goto("/alerts");
  await expect(page).toHaveTitle(/Rooftop — Alerts$/);
  await expectNoAxeViolationsInBothSchemes(page);

  const name = await importFile(request, app);
  const row = rows(page).filter({ hasText: name });
  await expect(row).toContainText(`Import of ${name} finished: 1 added, 0 updated, 0 rejected.`, {
    timeout: 15_000,
  });
  await expect(row).toContainText("Success");
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Dismiss" }).click();
  await expect(page.getByText("Alert dismissed")).toBeVisible();
  await expect(row).toBeHidden();

  await page.getByRole("combobox", { name: "Show" }).selectOption("All");
  await expect(row).toContainText(/Closed after \d+ s. \w+ \w+ dismissed it\./);
  await expectNoAxeViolations(page);
  await page.getByRole("combobox", { name: "Kind" }).selectOption("Danger");
  await expect(row).toBeHidden();
  await expect(page).toHaveURL(/show=all.*kind=danger/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Kind" })).toHaveValue("danger");
});

test("a customer waiting too long shows as a danger in the menu, which leads to the chat", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const { data: rules } = await (await request.get("/api/alerts/rules", { headers })).json();
  await request.post("/api/alerts/rules", { headers, data: { ...rules, untouched_on: 1 } });
  await signIn(page, "agent");
  await page.goto("/alerts?kind=danger");
  const row = rows(page)
    .filter({ hasText: /has waited (\d+ \w+ )+in business hours for a reply/ })
    .first();
  await expect(row).toBeVisible();
  await expect(page.getByRole("button", { name: "Alert rules" })).toBeHidden();
  const name = await row.getByRole("link").innerText();
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/\/inbox\/all\/\d+$/);
  await expect(page.getByText(name).first()).toBeVisible();
});

test("alert rules are changed by keyboard, and a wrong number is reported at its field", {
  tag: ["@once", "@deep"],
}, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/alerts");
  const dialog = page.getByRole("dialog", { name: "Alert rules" });
  const least = dialog.getByLabel("Minimum number", { exact: true });
  await page.getByRole("button", { name: "Alert rules" }).focus();
  await page.keyboard.press("Enter");
  await expect(least).toBeVisible();
  await expectNoAxeViolations(page);

  await least.fill("0");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a whole number from 1 to 1000")).toBeVisible();
  await expectNoAxeViolations(page);
  await least.fill("7");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Alert rules" }).click();
  await expect(least).toHaveValue("7");
  await dialog.getByRole("switch", { name: "Failed texts" }).click();
  await expect(least).toBeDisabled();
  // What was changed isn't lost by a key pressed too often.
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(least).toBeDisabled();
  // The answer's own key doesn't count for the dialog below.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(question).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { fromSimulator } from "./simulator.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Location" });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const header = (page: Page) => page.getByRole("banner");

async function addLocation(page: Page, title: string, state: string) {
  await button(page, "Add Location").click();
  await dialog(page).getByLabel("Title").fill(title);
  await dialog(page).getByLabel("Address").fill("9 Quay St");
  await dialog(page).getByLabel("State").selectOption(state);
  await dialog(page).getByRole("button", { name: "Add Location" }).click();
  await expect(dialog(page)).toBeHidden();
}

/** Opens the unsubscribe link of the newest mail on a phone's width, and goes there and back by keyboard. */
async function unsubscribeByKeyboard(page: Page, to: string) {
  const mails = await fromSimulator<{ headers: Record<string, string> }>("mails", { to });
  const [, link = ""] = /<(http[^>]+)>/.exec(mails.at(-1)?.headers["List-Unsubscribe"] ?? "") ?? [];
  const reader = await page.context().newPage();
  await reader.setViewportSize({ width: 390, height: 844 });
  await reader.goto(new URL(link).pathname);
  await expectNoAxeViolationsInBothSchemes(reader);
  await reader.keyboard.press("Tab");
  await expect(button(reader, "Unsubscribe from all email")).toBeFocused();
  await reader.keyboard.press("Enter");
  await expect(reader.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  await button(reader, "Resubscribe").press("Enter");
  await expect(reader.getByRole("heading", { name: "You're subscribed again" })).toBeVisible();
  await reader.close();
}

test("an owner adds, edits, finds and exports locations", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/inbox/all");
  if (isMobile) await button(page, "Open menu").click();
  await page.getByRole("link", { name: "Locations" }).click();
  await expect(page).toHaveTitle(/Rooftop — Locations$/);
  await expect(rowOf(page, "Main lot")).toContainText("7 Palm Ave, Fontana, CA 92335");
  await expect(rowOf(page, "Main lot")).toContainText("No rating yet");
  await expect(rowOf(page, "Main lot")).toContainText("0 / 0 / 0.00%");
  await expectNoAxeViolationsInBothSchemes(page);

  await button(page, "Add Location").focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText("Title is required")).toBeVisible();
  await expect(dialog(page).getByText("Address is required")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog(page).getByLabel("Title").fill("main LOT");
  await dialog(page).getByLabel("Address").fill("1 Palm Ave");
  await dialog(page).getByLabel("State").selectOption("California");
  await dialog(page).getByRole("button", { name: "Add Location" }).click();
  await expect(dialog(page).getByText("You already have a location with this title")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await addLocation(page, "=Harbor", "Nevada");
  await expect(page.getByText("Location added")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: /Main lot|=Harbor/ })).toHaveCount(2);

  await button(page, /^Actions for Main lot$/).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Location" });
  await expect(edit.getByLabel("Time zone")).toHaveValue("");
  await edit.getByLabel("State").selectOption("");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit.getByText("Select the location's time zone")).toBeVisible();
  await edit.getByLabel("Time zone").selectOption("Hawaii time");
  await expect(edit.getByRole("status")).toContainText("Business hours keep their times");
  await expectNoAxeViolationsInBothSchemes(page);
  await edit.getByLabel("Title").fill("Beach lot");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();
  await expect(rowOf(page, "Beach lot")).toContainText("Hawaii time");
  // The header and every clock follow without a reload.
  await expect(header(page).getByRole("button", { name: "Location: Beach lot" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("time_zone"))).toBe("Pacific/Honolulu");

  // Marketing email: the sender starts as the business, and a test of it reaches the owner's mailbox.
  await button(page, /^Actions for Beach lot$/).click();
  await page.getByRole("menuitem", { name: "Marketing email" }).click();
  const mail = page.getByRole("dialog", { name: "Marketing email from Beach lot" });
  await expect(mail.getByLabel("Sender name")).not.toHaveValue("");
  await mail.getByLabel("Mailing address").fill("7 Palm Ave, Fontana");
  await expect(mail.getByRole("button", { name: "Send me a test" })).toBeDisabled();
  await mail.getByRole("button", { name: "Save" }).click();
  await expect(mail.getByText("Enter the full address with its ZIP code")).toBeVisible();
  await mail.getByLabel("Mailing address").fill("7 Palm Ave, Fontana, CA 92335");
  await mail.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Marketing email settings saved")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await mail.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText("Test email sent to")).toBeVisible();
  await mail.getByRole("button", { name: "Cancel" }).click();
  await expect(mail).toBeHidden();
  await unsubscribeByKeyboard(page, business.email);

  const saved = page.waitForEvent("download");
  await button(page, "Export as CSV").click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^locations-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await file.path(), "utf8");
  expect(csv).toContain("\r\n'=Harbor,9 Quay St,,,NV,,America/Los_Angeles,0,0,");
  expect(csv.trim().split("\r\n")).toHaveLength(3);

  await page.getByRole("searchbox").fill("quay");
  await expect(rowOf(page, "Beach lot")).toBeHidden();
  await expect(rowOf(page, "=Harbor")).toBeVisible();
  await page.getByRole("searchbox").fill("nowhere");
  await expect(page.getByText("No matching records found")).toBeVisible();
});

test("switching the location in the header switches everything to it", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
}) => {
  const business = await registerBusiness(request);
  const headers = { authorization: `Bearer ${business.token}` };
  const person = {
    first_name: "Rita",
    last_name: "Mainlot",
    email: "r@example.com",
    phone: "9515550100",
    address: "1",
  };
  expect((await request.post("/api/customers/add", { headers, data: person })).status()).toBe(200);
  await signIn(page, business);
  await page.goto("/inbox/all");
  // With one location there is no choice.
  await expect(header(page).getByText("Main lot")).toBeVisible();
  await expect(header(page).getByRole("button", { name: "Location: Main lot" })).toHaveCount(0);

  await openInApp(page, "/locations");
  await addLocation(page, "Harbor", "Hawaii");
  await openInApp(page, "/customers");
  await expect(rowOf(page, "Rita Mainlot")).toBeVisible();
  await header(page).getByRole("button", { name: "Location: Main lot" }).click();
  const picker = page.getByRole("dialog", { name: "Locations" });
  const place = (title: string) => picker.getByRole("button", { name: new RegExp(`^${title}`) });
  await expect(picker.getByRole("listitem")).toHaveText([/^Main lot/, /^Harbor/]);
  await expect(place("Main lot")).toHaveAttribute("aria-current", "true");
  await expect(picker.getByRole("searchbox", { name: "Search locations" })).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await place("Harbor").click();
  await expect(header(page).getByRole("button", { name: "Location: Harbor" })).toBeVisible();
  await expect(page).toHaveURL(/\/customers$/);
  await expect(rowOf(page, "Rita Mainlot")).toBeHidden();
  await page.reload();
  await expect(header(page).getByRole("button", { name: "Location: Harbor" })).toBeVisible();
  await expect(rowOf(page, "Rita Mainlot")).toBeHidden();

  await openInApp(page, "/settings/calls");
  await page.getByLabel("Email for CRM", { exact: true }).fill("harbor@crm.example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email for CRM saved")).toBeVisible();
  await header(page).getByRole("button", { name: "Location: Harbor" }).focus();
  await page.keyboard.press("Enter");
  await place("Main lot").press("Enter");
  await expect(header(page).getByRole("button", { name: "Location: Main lot" })).toBeVisible();
  await expect(page.getByLabel("Email for CRM", { exact: true })).toHaveValue("");

  // Of many, one is found by searching.
  for (const title of ["Ash", "Birch", "Cedar", "Elm", "Fir", "Oak"]) {
    const data = { title, address: `1 ${title} St`, city: "Albany", state: "NY" };
    expect((await request.post("/api/locations/store", { headers, data })).status()).toBe(200);
  }
  await page.reload();
  await header(page).getByRole("button", { name: "Location: Main lot" }).click();
  await expect(picker.getByRole("listitem")).toHaveCount(8);
  await picker.getByRole("searchbox", { name: "Search locations" }).fill("albany ced");
  await expect(picker.getByRole("listitem")).toHaveText(["Cedar1 Cedar St, Albany, NY"]);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Enter");
  await expect(header(page).getByRole("button", { name: "Location: Cedar" })).toBeVisible();
});

test("switching the location leaves the old location's chat", { tag: ["@once", "@deep"] }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  const place = header(page).getByRole("button", { name: /^Location: / });
  const former = (await place.textContent()) ?? "";
  await page.getByRole("main").locator('a[href^="/inbox/all/"]').first().click();
  await expect(page).toHaveURL(/\/inbox\/all\/\d+$/);
  await place.click();
  await page.getByRole("dialog").locator("li button:not([aria-current])").first().click();
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await expect(header(page)).not.toContainText(former);
});

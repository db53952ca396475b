import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { expectCreatedForNow } from "./appointment.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Create an appointment" });
const details = (page: Page, title: string) => page.getByRole("dialog", { name: title });
const editing = (page: Page) => page.getByRole("dialog", { name: "Edit appointment" });
const picker = (page: Page) => dialog(page).getByRole("combobox", { name: "Customer" });
const choices = (page: Page) => page.getByRole("listbox").getByRole("option");
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
/** Which appointments are shown stands in the address, so the choice shows a moment after the click. */
const period = (page: Page, name: string) => page.getByRole("radio", { name: new RegExp(`^${name}`) });
const menuOf = (page: Page, title: string) => page.getByRole("button", { name: `Actions for ${title}` });

test("an appointment is created, moved and deleted", { tag: "@layout" }, async ({ page, app, signIn, request }) => {
  const person = newCustomerInput();
  const title = `Test drive ${person.last_name}`;
  await addCustomer(request, app, person);
  await signIn(page, "owner");
  await page.goto("/appointments");
  await expect(page).toHaveTitle(/Rooftop — Appointments$/);
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("button", { name: "Create appointment" }).click();
  await dialog(page).getByLabel("Title").fill(title);
  await picker(page).fill(person.last_name);
  await page.getByRole("option", { name: new RegExp(person.last_name) }).click();
  await expect(picker(page)).toHaveValue(new RegExp(`^Rita ${person.last_name} · \\(951\\) 2`));
  await dialog(page).getByLabel("Date").fill("2030-12-31");
  await dialog(page).getByLabel("Hour").selectOption("03");
  await dialog(page).getByLabel("Minutes").selectOption("45");
  await dialog(page).getByLabel("AM or PM").selectOption("PM");
  await dialog(page).getByLabel("Notes").fill("Bring the title");
  await expectNoAxeViolations(page);
  await dialog(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Appointment created")).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await page.getByRole("searchbox").fill(title);
  const row = rowOf(page, title);
  await expect(rowOf(page, "Dec 31, 2030")).toBeVisible();
  for (const text of ["3:45 PM", `Rita ${person.last_name}`, "Bring the title", "Pending"]) {
    await expect(row).toContainText(text);
  }
  await page.getByRole("button", { name: title, exact: true }).click();
  await expect(details(page, title)).toContainText("Bring the title");
  await expect(details(page, title)).toContainText("In-Person");
  await expectNoAxeViolations(page);
  await details(page, title).getByRole("button", { name: "Edit appointment" }).click();
  await editing(page).getByRole("radio", { name: "Another time" }).check();
  await editing(page).getByLabel("Hour").selectOption("04");
  await editing(page).getByLabel("Notes").fill("Bring both keys");
  await expectNoAxeViolations(page);
  await editing(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Appointment saved")).toBeVisible();
  await expect(row).toContainText("4:45 PM");
  await expect(row).toContainText("Bring both keys");
  await expect(row.getByRole("link", { name: `Rita ${person.last_name}` })).toHaveAttribute(
    "href",
    /^\/customer\/\d+$/,
  );

  await period(page, "Past").click();
  await expect(page).toHaveURL(/when=past/);
  await expect(period(page, "Past")).toBeChecked();
  await expect(row).toBeHidden();
  await page.getByRole("searchbox").fill("12/31/2030");
  await expect(row, "a day is found in any period").toBeVisible();
  await period(page, "Upcoming").click();
  await expect(period(page, "Upcoming")).toBeChecked();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Completed");
  await expect(row).toBeHidden();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Any");
  await expect(row).toBeVisible();

  await menuOf(page, title).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Edit", "Completed", "No Show", "Customer confirmed", "Delete"]);
  await page.getByRole("menuitem", { name: "Customer confirmed" }).click();
  await expect(row.getByText("Confirmed", { exact: true })).toBeVisible();
  await menuOf(page, title).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Edit", "Completed", "No Show", "Delete"]);
  await expectNoAxeViolations(page);
  await page.getByRole("menuitem", { name: "No Show" }).click();
  await expect(row).toContainText("No Show");
  await menuOf(page, title).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Edit", "Pending", "Completed", "Delete"]);

  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(row).toBeVisible();
  // Other journeys' appointments are on that day, too.
  await page.getByRole("searchbox").fill(title);
  await expect(page.getByText("Showing 1 to 1 of 1 records")).toBeVisible();
  await menuOf(page, title).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No matching records found")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Appointment restored")).toBeVisible();
  await expect(row).toContainText("No Show");
});

test("missing and duplicate values are reported at their fields", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  const id = await addCustomer(request, app, person);
  await signIn(page, "owner");
  await page.goto("/appointments?create");
  const create = dialog(page).getByRole("button", { name: "Create", exact: true });
  await create.click();
  await expect(dialog(page).getByText("Title is required")).toBeVisible();
  await expect(dialog(page).getByText("Please select a customer")).toBeVisible();
  await expect(dialog(page).getByLabel("Title")).toBeFocused();
  await expectNoAxeViolations(page);

  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  for (const again of [false, true]) {
    await openInApp(page, `/appointments?create=${id}`);
    await expect(picker(page)).toHaveValue(new RegExp(person.last_name));
    await dialog(page).getByLabel("Title").fill(`Service ${person.last_name}`);
    await dialog(page).getByLabel("Date").fill("2030-11-11");
    await dialog(page).getByLabel("Hour").selectOption("03");
    await dialog(page).getByLabel("AM or PM").selectOption("PM");
    await create.click();
    const text = again ? "This customer already has an appointment at this time" : "Appointment created";
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(dialog(page)).toBeVisible();
});

test("an appointment for now is made by keyboard alone, and the search says what it is doing", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const person = newCustomerInput();
  await addCustomer(request, app, person);
  await signIn(page, "agent");
  await page.goto("/appointments");
  await page.getByRole("button", { name: "Create appointment" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByLabel("Title")).toBeFocused();
  await page.keyboard.type(`Trade-in ${person.last_name}`);
  await page.keyboard.press("Tab");
  await expect(choices(page)).toHaveText("Type at least 2 characters");
  await page.keyboard.type("nobody at all");
  await expect(choices(page)).toHaveText("No Customer found.");
  await expectNoAxeViolations(page);
  await picker(page).fill("");
  await page.keyboard.type(person.last_name);
  await expect(page.getByRole("option", { name: new RegExp(person.last_name) })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(picker(page)).toHaveValue(new RegExp(person.last_name));
  for (const name of ["New customer", "Appointment type", "Custom"]) {
    await page.keyboard.press("Tab");
    await expect(dialog(page).locator(":focus")).toHaveAccessibleName(name);
  }
  await page.keyboard.press("ArrowLeft");
  await expect(dialog(page).getByRole("radio", { name: "Now" })).toBeChecked();
  await expect(dialog(page).getByLabel("Date")).toBeHidden();
  await page.keyboard.press("Enter");
  await expectCreatedForNow(page);
  await expect(page).toHaveURL(/\/appointments$/);

  await page.getByRole("searchbox").fill(person.last_name);
  const row = rowOf(page, `Trade-in ${person.last_name}`);
  await expect(row.getByRole("button", { name: /^No Show/ })).toBeVisible();
  await row.getByRole("button", { name: /^Completed/ }).press("Enter");
  await expect(row.getByRole("button", { name: /^No Show/ })).toBeHidden();
  await expect(row).toContainText("Completed");
  await menuOf(page, `Trade-in ${person.last_name}`).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Edit", "Pending", "No Show"]);
});

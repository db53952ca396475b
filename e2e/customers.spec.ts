import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { bubble } from "./conversation.ts";
import { addCustomer, type CustomerInput, newCustomerInput } from "./customer.ts";

const row = (page: Page, { last_name }: CustomerInput) => page.getByRole("row").filter({ hasText: last_name });

async function find(page: Page, { last_name }: CustomerInput) {
  await openInApp(page, "/customers");
  await expect(page.getByRole("heading", { level: 1, name: "Customers", exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search customers" }).fill(last_name);
  await expect(page.getByText("Showing 1 to 1 of 1 records")).toBeVisible();
}

async function choose(page: Page, { last_name }: CustomerInput, action: string) {
  await page.getByRole("button", { name: `Actions for Rita ${last_name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a customer is created, changed, texted, deleted and restored", { tag: "@layout" }, async ({ page, signIn }) => {
  const person = newCustomerInput();
  await signIn(page, "owner");
  await page.goto("/customers");
  await expect(page).toHaveTitle(/Rooftop — Customers$/);
  await expect(page.getByRole("table", { name: "Customers" })).toBeVisible();
  const fillOf = (name: string) =>
    page
      .getByRole("navigation", { name: "Pages of customers" })
      .getByRole("button", { name, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await fillOf("Page 1"), "the current page is marked").not.toBe(await fillOf("Page 2"));
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("button", { name: "Create a customer" }).click();
  const form = page.getByRole("dialog", { name: "Create a customer" });
  await form.getByRole("button", { name: "Create", exact: true }).click();
  const required = ["First name is required", "Last name is required", "Email address is required"];
  for (const text of [...required, "Phone no. is required", "Address is required"]) {
    await expect(form.getByText(text, { exact: true })).toBeVisible();
  }
  await expectNoAxeViolations(page);
  await form.getByLabel("First name").fill(person.first_name);
  await form.getByLabel("Last name").fill(person.last_name);
  await form.getByLabel("Email").fill(person.email);
  await form.getByLabel("Phone").pressSequentially(person.phone);
  await form.getByLabel("Address").fill(person.address);
  await form.getByLabel("Phone").press("Enter");
  await expect(page.getByText("Customer added")).toBeVisible();
  await expect(form).toBeHidden();

  await find(page, person);
  await expect(row(page, person)).toContainText(person.email);
  await expect(row(page, person)).toContainText("(951) 2");
  await expect(row(page, person)).toContainText("No consent yet");

  await choose(page, person, "Edit");
  const edit = page.getByRole("dialog", { name: "Update customer" });
  await expect(edit.getByLabel("Phone")).toHaveValue(/^\(951\)2/);
  await edit.getByLabel("Company").fill("Palm Motors");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(row(page, person)).toContainText("Palm Motors");

  await page.getByRole("button", { name: `Rita ${person.last_name}`, exact: true }).click();
  const sms = page.getByRole("dialog", { name: "Send SMS" });
  await sms.getByRole("button", { name: "Send" }).click();
  await expect(sms.getByText("Message cannot be empty")).toBeVisible();
  await sms.getByLabel("Message").fill("x".repeat(400));
  await expect(sms.getByText("320/320")).toBeVisible();
  await expectNoAxeViolations(page);
  await sms.getByLabel("Message").fill("Your car is ready");
  await sms.getByRole("button", { name: "Send" }).click();
  await expect(page).toHaveURL(/\/inbox\/all\/\d+$/);
  await expect(bubble(page, "Your car is ready")).toBeVisible();

  await find(page, person);
  await row(page, person)
    .getByRole("link", { name: `Rita ${person.last_name}` })
    .click();
  await expect(page).toHaveURL(/\/inbox\/all\/\d+$/);
  await expect(bubble(page, "Your car is ready")).toBeVisible();

  await find(page, person);
  await deleteCustomer(page, person);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("1 customer restored")).toBeVisible();
  await expect(row(page, person)).toBeVisible();

  await deleteCustomer(page, person);
  await page.getByRole("link", { name: "Deleted customers" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Deleted customers" })).toBeVisible();
  await expect(page.getByRole("button", { name: `Actions for Rita ${person.last_name}` })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await choose(page, person, "Restore");
  await expect(page.getByRole("button", { name: `Actions for Rita ${person.last_name}` })).toBeHidden();
  await find(page, person);
  await expect(row(page, person)).toBeVisible();
});

async function deleteCustomer(page: Page, person: CustomerInput) {
  await choose(page, person, "Delete");
  const ask = page.getByRole("dialog", { name: "Delete customer" });
  await expect(ask.getByText("You can restore them for 30 days.")).toBeVisible();
  await ask.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Customer deleted")).toBeVisible();
  await expect(page.getByText("No matching records found")).toBeVisible();
}

test("an agent sees a customer's page, makes an appointment, and isn't offered forbidden actions", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const person = newCustomerInput();
  await addCustomer(request, app, person);
  await addCustomer(request, app, { ...newCustomerInput(), email: person.email });
  await signIn(page, "agent");
  await page.goto("/inbox/all");
  await find(page, person);
  const actions = page.getByRole("button", { name: `Actions for Rita ${person.last_name}` });
  await actions.click();
  const offered = ["Details", "Send SMS", "Edit", "Create Appointment", "Send Review Invite"];
  await expect(page.getByRole("menuitem")).toHaveText(offered);
  await page.getByRole("menuitem", { name: "Details" }).click();
  await expect(page.getByRole("region", { name: "Details", exact: true })).toContainText(person.email);
  await page.getByRole("button", { name: /^More actions/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Edit", "Create Appointment", "Invite to review"]);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Possible duplicates")).toHaveCount(0);
  await openInApp(page, "/customer/999999999");
  await expect(page.getByText("Customer not found")).toBeVisible();

  await openInApp(page, "/customers");
  await page.getByRole("searchbox").fill(person.last_name);
  await actions.click();
  await page.getByRole("menuitem", { name: "Create Appointment" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an appointment" });
  await expect(dialog.getByRole("combobox", { name: "Customer" })).toHaveValue(new RegExp(person.last_name));
  await dialog.getByLabel("Date").fill("2030-11-11");
  await dialog.getByLabel("Hour").selectOption("03");
  await dialog.getByLabel("AM or PM").selectOption("PM");
  await dialog.getByLabel("Title").fill(`Pick-up ${person.last_name}`);
  await dialog.getByLabel("Title").press("Enter");
  await expect(page.getByText("Appointment created")).toBeVisible();
  await expect(page).toHaveURL(/\/appointments$/);
});

test("a phone in use is refused at the field, and typing can continue", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  await addCustomer(request, app, person);
  await signIn(page, "agent");
  await page.goto("/customers");
  await page.getByRole("button", { name: "Create a customer" }).click();
  const form = page.getByRole("dialog", { name: "Create a customer" });
  for (const [label, value] of Object.entries({
    "First name": "Other",
    "Last name": "Person",
    Email: person.email,
    Phone: person.phone,
    Address: person.address,
  })) {
    await form.getByLabel(label).fill(value);
  }
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(form.getByText("Another customer already has this phone number")).toBeVisible();
  await expect(form.getByLabel("Phone")).toBeFocused();
  await form.getByLabel("Phone").fill(newCustomerInput().phone);
  await form.getByLabel("Phone").press("Enter");
  await expect(page.getByText("Customer added")).toBeVisible();
});

import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const menuOf = (page: Page, text: string) => page.getByRole("button", { name: `Actions for ${text}` });
const item = (page: Page, name: string) => page.getByRole("menuitem", { name, exact: true });
const view = (page: Page) => page.getByRole("combobox", { name: "Show" });

test("a task is added for a customer, changed, completed, reopened and deleted", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const person = newCustomerInput();
  const text = `Call about the trade-in ${randomUUID().slice(0, 8)}`;
  await addCustomer(request, app, person);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  if (isMobile) await button(page, "Open menu").click();
  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await expect(page).toHaveTitle(/Rooftop — Tasks$/);
  await expectNoAxeViolationsInBothSchemes(page);

  await button(page, "Add task").focus();
  await page.keyboard.press("Enter");
  const add = dialog(page, "Add task");
  await expect(add.getByLabel("Task")).toBeFocused();
  await add.getByRole("button", { name: "Create" }).click();
  await expect(add.getByText("Enter a task")).toBeVisible();
  await add.getByLabel("Task").fill(text);
  await add.getByLabel("Due").fill("");
  await add.getByRole("button", { name: "Create" }).click();
  await expect(add.getByText("Select a due date and time")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await add.getByLabel("Due").fill("2030-12-31T15:45");
  await add.getByRole("combobox", { name: "Customer" }).fill(person.last_name);
  await page.getByRole("option", { name: new RegExp(person.last_name) }).click();
  await add.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Task created")).toBeVisible();
  await expect(add).toBeHidden();

  await view(page).selectOption("mine");
  await page.getByRole("searchbox").fill(text);
  const row = rowOf(page, text);
  for (const part of ["Dec 31, 2030, 3:45 PM", `Rita ${person.last_name}`, "Olivia Grant", "Open"]) {
    await expect(row).toContainText(part);
  }
  await expect(page).toHaveURL(/show=mine/);

  await menuOf(page, text).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Mark as done", "Dismiss", "Edit", "Delete"]);
  await expectNoAxeViolations(page);
  await item(page, "Edit").click();
  const update = dialog(page, "Edit task");
  await expect(update.getByLabel("Due")).toHaveValue("2030-12-31T15:45");
  await update.getByLabel("Assigned to").selectOption({ label: "Andre Silva" });
  await update.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Task updated")).toBeVisible();
  await expect(row).toBeHidden();
  await view(page).selectOption("all");
  await expect(row).toContainText("Andre Silva");

  await menuOf(page, text).click();
  await item(page, "Mark as done").click();
  await expect(row).toBeHidden();
  await view(page).selectOption("done");
  await expect(row).toContainText("by Olivia Grant");
  await expectNoAxeViolationsInBothSchemes(page);
  await menuOf(page, text).click();
  await item(page, "Reopen").click();
  await view(page).selectOption("all");
  await menuOf(page, text).click();
  await item(page, "Delete").click();
  await button(page, "Delete").click();
  await expect(page.getByText("No matching records found")).toBeVisible();
});

test("a no show creates a task, a new appointment completes it, and the rule can be turned off", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request, browser }) => {
  // The rules look once a minute.
  test.setTimeout(200_000);
  const customer = await addMissedVisit(request, app);

  // Meanwhile the owner of another business turns a rule off, and it stays off.
  const owners = await browser.newPage({ baseURL: app.url });
  await signIn(owners, await registerBusiness(request));
  await owners.goto("/tasks");
  await button(owners, "Rules").click();
  const rules = dialog(owners, "Task rules");
  const noShow = rules.getByRole("switch", { name: "No show" });
  await expect(noShow).toBeChecked();
  await expectNoAxeViolationsInBothSchemes(owners);
  await noShow.focus();
  await owners.keyboard.press("Space");
  await rules.getByRole("button", { name: "Save" }).click();
  await expect(owners.getByText("Rules saved")).toBeVisible();
  await owners.reload();
  await button(owners, "Rules").click();
  await expect(noShow).not.toBeChecked();
  await owners.close();

  await signIn(page, "agent");
  await page.goto(`/tasks?q=${encodeURIComponent(customer.name)}`);
  const row = rowOf(page, customer.name);
  const words = "Reschedule: no show for “Test drive”";
  await expect(row).toContainText(words, { timeout: 130_000 });
  await expect(button(page, "Rules")).toHaveCount(0);
  await menuOf(page, words).click();
  await expect(page.getByRole("menuitem")).toContainText(["Mark as done", "Dismiss", "Assign to me", "Edit"]);
  await item(page, "Assign to me").click();
  await expect(row).toContainText("Andre Silva");

  await addVisit(request, app, customer.id, 2);
  await expect(row).toBeHidden();
  await view(page).selectOption("done");
  await expect(row).toContainText("Olivia Grant booked a new appointment");
});

/** Books a test drive so many days from now, as the owner. */
async function addVisit(request: APIRequestContext, app: OwnerLogin, customer_id: number, days: number) {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const appointment_date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const time = { timeType: "custom", customTimeHours: "11", customTimeMinutes: "00", customTimeAmPm: "AM" };
  const data = { title: "Test drive", type: 0, customer_id, notes: "", appointment_date, ...time };
  const added = await request.post("/api/appointments/add", { headers, data });
  expect(added.status(), await added.text()).toBe(200);
  return { headers, id: ((await added.json()) as { data: { id: number } }).data.id };
}

/** A customer who missed a test drive. */
async function addMissedVisit(request: APIRequestContext, app: OwnerLogin) {
  const person = newCustomerInput();
  const id = await addCustomer(request, app, person);
  const visit = await addVisit(request, app, id, -2);
  await request.get(`/api/appointments/update/${visit.id}/2`, { headers: visit.headers });
  return { id, name: `${person.first_name} ${person.last_name}` };
}

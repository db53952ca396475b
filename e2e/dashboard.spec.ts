import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

const tile = (page: Page, label: string) => page.getByRole("button", { name: new RegExp(`^${label}: [\\d,]+$`) });

async function figureOf(page: Page, label: string): Promise<number> {
  const text = await tile(page, label).textContent();
  return Number(/[\d,]+$/.exec(text ?? "")?.[0].replaceAll(",", ""));
}

test("the figures are right, update live, and open their rows", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  await signIn(page, "owner");
  await page.goto("/dashboard2");
  await expect(page.getByLabel("Period")).toHaveValue("days7");
  await expect(page).toHaveTitle(/Rooftop — Dashboard$/);
  for (const label of ["Today's Appointments", "New Messages", "Unread Messages", "Pending Follow Up"]) {
    await expect(tile(page, label)).toBeVisible();
  }
  for (const chart of [
    "Leads vs Serviced",
    "Activity",
    "Source Type",
    "Appointments",
    "Message Funnel",
    "Average Response Time",
  ]) {
    await expect(page.getByRole("heading", { name: chart, exact: true })).toBeVisible();
  }
  await expectNoAxeViolationsInBothSchemes(page);

  let person = newCustomerInput();
  // Other journeys add and delete customers meanwhile.
  await expect(async () => {
    const before = await figureOf(page, "New Contacts");
    person = newCustomerInput();
    await addCustomer(request, app, person);
    await page.reload();
    await expect.poll(() => figureOf(page, "New Contacts"), { timeout: 5_000 }).toBeGreaterThan(before);
  }).toPass();

  await tile(page, "New Contacts").click();
  const dialog = page.getByRole("dialog", { name: "New Contacts" });
  await expect(dialog.getByRole("row").filter({ hasText: person.last_name })).toContainText("Added by staff");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  const toDo = page.getByRole("list", { name: "To do" });
  await toDo.getByRole("link", { name: /^Open Tasks: \d+$/ }).click();
  await expect(page).toHaveURL(/\/tasks$/);
  await page.goBack();
  await toDo.getByRole("link", { name: /^Untouched Leads: \d+$/ }).click();
  await expect(page).toHaveURL(/\/leads\?show=all&reached=uncontacted&from=/);
  await page.goBack();

  await page.getByLabel("Period").selectOption("Last 90 days");
  await expect(page).toHaveURL(/period=days90/);
  await expect(page.getByText(/^Last 90 days, from/)).toBeVisible();
  await page.getByLabel("Location", { exact: true }).selectOption("All locations");
  await expect(page).toHaveURL(/places=all/);
  // Tasks and alerts are one location's.
  await expect(toDo.getByRole("link")).toHaveCount(0);
  await tile(page, "Total Conversations").click();
  const conversations = page.getByRole("dialog", { name: "Total Conversations" });
  await expect(conversations.getByRole("columnheader", { name: "Location" })).toBeAttached();
  // Others write meanwhile, and both follow.
  await expect(async () => {
    const shown = await page.locator('button[aria-label^="Total Conversations: "]').getAttribute("aria-label");
    const figure = /[\d,]+$/.exec(shown ?? "")?.[0] ?? "none";
    expect(figure).not.toBe("0");
    await expect(conversations).toContainText(`of ${figure} records`, { timeout: 1_000 });
  }).toPass();
});

test("days that somebody chose are counted, compared with as many before, and stay in the address", {
  tag: ["@once", "@deep"],
}, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/dashboard2?period=days30");
  await expect(page.getByText(/^Last 30 days, from/)).toBeVisible();
  await page.getByLabel("Period").selectOption("Custom");
  await expect(page.getByText(/\. Compared with the 30 days before$/)).toBeVisible();
  const [first, last] = [page.getByLabel("First day"), page.getByLabel("Last day")];
  await expect(last).toHaveValue(/^\d\d\/\d\d\/\d{4}$/);
  const shown = await last.inputValue();
  const url = page.url();
  expect(url).toMatch(/period=custom&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);

  await last.fill("01/01/2020");
  await expect(page.getByText("The end is before the start")).toBeVisible();
  await expect(last).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolationsInBothSchemes(page);
  expect(page.url()).toBe(url);
  await first.fill("01/01/2020");
  await expect(page.getByText("The end is before the start")).toBeHidden();
  await expect(page.getByText("Jan 1. Compared with the day before")).toBeVisible();
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-01$/);
  // Nobody was there yet.
  expect(await figureOf(page, "New Contacts")).toBe(0);
  await last.fill(shown);
  await expect(page.getByText("Select at most 366 days")).toBeVisible();

  await page.goto(url);
  await expect(last).toHaveValue(shown);
  await expect(tile(page, "New Contacts")).not.toHaveText("0");
  await tile(page, "Active Contacts").click();
  const dialog = page.getByRole("dialog", { name: "Active Contacts" });
  await expect(dialog.getByRole("row").nth(1)).toBeVisible();
});

test("a chart is read as a table, by keyboard alone", { tag: ["@once", "@deep"] }, async ({ page, signIn }) => {
  await signIn(page, "agent");
  await page.goto("/dashboard2?period=month");
  await expect(page.getByLabel("Location", { exact: true })).toBeHidden();
  const chart = page.getByRole("figure", { name: "Leads Serviced" });
  await chart.getByText("Show as a table").focus();
  await page.keyboard.press("Enter");
  const table = chart.getByRole("region", { name: "Leads and serviced leads, This month, by day, as a table" });
  await expect(table.getByRole("columnheader")).toHaveText(["When", "Leads", "Serviced"]);
  await table.focus();
  await expectNoAxeViolations(page);
  await tile(page, "Pending Follow Up").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Pending Follow Up" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tile(page, "Pending Follow Up")).toBeFocused();
});

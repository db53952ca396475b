import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { type CustomerInput, newCustomerInput } from "./customer.ts";
import { startSelecting } from "./screenCommand.ts";

const button = (on: Page | Locator, name: string) => on.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const filter = (page: Page) => page.getByRole("combobox", { name: "List", exact: true });
const nameOf = ({ first_name, last_name }: CustomerInput) => `${first_name} ${last_name}`;

/** Creates a business with three customers; returns whom to sign in, and the customers. */
async function businessWithCustomers(request: APIRequestContext) {
  const business = await registerBusiness(request);
  const people = [newCustomerInput(), newCustomerInput(), newCustomerInput()];
  const headers = { authorization: `Bearer ${business.token}` };
  for (const data of people) {
    expect((await request.post("/api/customers/add", { headers, data })).status()).toBe(200);
  }
  const addList = async (title: string): Promise<number> => {
    const added = await request.post("/api/customers/lists/add", { headers, data: { title } });
    return (await added.json()).data.list_id;
  };
  return { business, people: people as [CustomerInput, CustomerInput, CustomerInput], addList };
}

async function choose(page: Page, people: CustomerInput[]) {
  await expect(rowOf(page, people[0]?.last_name ?? "")).toBeVisible();
  await startSelecting(page);
  for (const person of people) await page.getByRole("checkbox", { name: `Select ${nameOf(person)}` }).check();
  await expect(page.getByText(`${people.length} selected`)).toBeVisible();
}

async function act(page: Page, title: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a list is created from the menu by keyboard, and leads to importing customers", { tag: "@once" }, async ({
  page,
  signIn,
  request,
  isMobile,
}) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/inbox/all");
  if (isMobile) await button(page, "Open menu").click();
  await button(page, "Customer").click();
  await page.getByRole("link", { name: "Lists" }).click();
  await expect(page).toHaveTitle(/Rooftop — Customer Lists$/);
  await expect(button(page, "Create your first list")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await button(page, "Add Customers List").focus();
  await page.keyboard.press("Enter");
  const form = dialog(page, "Add Customers List");
  await expect(form.getByLabel("List Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form.getByText("List name is required")).toBeVisible();
  await expect(form.getByLabel("List Name")).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolationsInBothSchemes(page);
  await form.getByLabel("List Name").fill("Spring leads");
  await page.keyboard.press("Enter");
  await expect(page.getByText("List added")).toBeVisible();
  await expect(page).toHaveURL(/\/customers\/\d+\/new$/);

  await openInApp(page, new URL(page.url()).pathname.replace("/new", ""));
  await expect(filter(page).locator("option:checked")).toHaveText("Spring leads");
  if (isMobile) await button(page, "Open menu").click();
  await expect(page.getByRole("link", { name: "Customers", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("link", { name: "Lists" })).not.toHaveAttribute("aria-current", "page");
});

test("selected customers are added to a list and removed, and the table is filtered by list", { tag: "@once" }, async ({
  page,
  signIn,
  request,
}) => {
  const { business, people, addList } = await businessWithCustomers(request);
  const [one, two, three] = people;
  const list_id = await addList("Spring leads");
  await signIn(page, business);
  await page.goto("/customers");
  await choose(page, [one, two]);
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Add to list").click();
  const form = dialog(page, "Add 2 customers to a list");
  await button(form, "Add").click();
  await expect(form.getByText("Select a list")).toBeVisible();
  await form.getByRole("combobox", { name: "List" }).fill("spring");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("listbox").getByRole("option", { name: "Spring leads" }).click();
  await button(form, "Add").click();
  await expect(page.getByText("2 customers added to “Spring leads”")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByText("2 selected")).toBeHidden();

  await filter(page).selectOption("Without List");
  await expect(page).toHaveURL(/\/customers\/none$/);
  await expect(rowOf(page, one.last_name)).toBeHidden();
  await expect(rowOf(page, three.last_name)).toBeVisible();
  await filter(page).selectOption("Spring leads");
  await expect(page).toHaveURL(new RegExp(`/customers/${list_id}$`));
  await expect(rowOf(page, three.last_name)).toBeHidden();
  await expect(rowOf(page, one.last_name)).toBeVisible();
  await page.getByRole("searchbox").fill(two.last_name);
  await expect(rowOf(page, one.last_name)).toBeHidden();
  await page.reload();
  await expect(rowOf(page, two.last_name)).toBeVisible();
  await expect(filter(page).locator("option:checked")).toHaveText("Spring leads");

  await choose(page, [two]);
  await button(page, "Remove from this list").click();
  await expect(page.getByText("1 customer removed from “Spring leads”")).toBeVisible();
  await expect(page.getByText("No matching records found")).toBeVisible();
  await filter(page).selectOption("All Customers");
  await expect(page).toHaveURL(/\/customers(\?|$)/);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("combobox", { name: "Opt-in" }).selectOption("Opted out");
  await expect(page).toHaveURL(/\/customers\?optin=out$/);
  await expect(page.getByText("No matching records found")).toBeVisible();
  await page.getByRole("combobox", { name: "Opt-in" }).selectOption("No consent yet");
  await choose(page, [two, three]);
  await button(page, "Delete").click();
  await expect(dialog(page, "Delete customers").getByText("2 customers and the conversations")).toBeVisible();
  await button(dialog(page, "Delete customers"), "Delete").click();
  await expect(page.getByText("2 customers deleted")).toBeVisible();
  await expect(rowOf(page, two.last_name)).toBeHidden();
  await expect(rowOf(page, one.last_name)).toBeVisible();
});

test("selected customers go into a new list, and so does a new customer", { tag: "@deep" }, async ({
  page,
  signIn,
  request,
}) => {
  const { business, people, addList } = await businessWithCustomers(request);
  await addList("Regulars");
  const [one] = people;
  await signIn(page, business);
  await page.goto("/customers");
  await choose(page, [one]);
  await button(page, "Add to list").click();
  const form = dialog(page, "Add 1 customer to a list");
  await button(form, "Create a new list").click();
  await expect(form.getByLabel("List Name")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form.getByText("List name is required")).toBeVisible();
  await form.getByLabel("List Name").fill("regulars");
  await page.keyboard.press("Enter");
  await expect(form.getByText("You already have a list with this name")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await form.getByLabel("List Name").fill("Birthdays");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 customer added to “Birthdays”")).toBeVisible();
  await filter(page).selectOption("Birthdays");
  await expect(page.getByText("Showing 1 to 1 of 1 records")).toBeVisible();
  await expect(rowOf(page, one.last_name)).toBeVisible();

  const person = newCustomerInput();
  await button(page, "Create a customer").click();
  const create = dialog(page, "Create a customer");
  await expect(create.getByRole("combobox", { name: "Add to list" })).toHaveValue("Birthdays");
  const labels = { "First name": person.first_name, "Last name": person.last_name, Email: person.email };
  for (const [label, value] of Object.entries({ ...labels, Phone: person.phone, Address: person.address })) {
    await create.getByLabel(label).fill(value);
  }
  await expectNoAxeViolationsInBothSchemes(page);
  await button(create, "Create").click();
  await expect(page.getByText("Customer added", { exact: true })).toBeVisible();
  await expect(rowOf(page, person.last_name)).toBeVisible();
});

test("lists are renamed and deleted, also in bulk, and their customers stay", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
}) => {
  const { business, people, addList } = await businessWithCustomers(request);
  const list_id = await addList("Spring leads");
  for (const title of ["Regulars", "One", "Three"]) await addList(title);
  const headers = { authorization: `Bearer ${business.token}` };
  const data = { ...newCustomerInput(), list_id };
  expect((await request.post("/api/customers/add", { headers, data })).status()).toBe(200);
  await signIn(page, business);
  await page.goto("/customers/lists");
  await expect(rowOf(page, "Spring leads")).toContainText("Active");
  for (const title of ["One", "Three"]) await page.getByRole("checkbox", { name: `Select ${title}` }).check();
  await button(page, "Delete").click();
  await expect(dialog(page, "Delete lists").getByText("“One”, “Three” will be permanently deleted.")).toBeVisible();
  await button(dialog(page, "Delete lists"), "Delete").click();
  await expect(page.getByText("2 lists deleted")).toBeVisible();
  await expect(rowOf(page, "Three")).toBeHidden();
  await expect(rowOf(page, "Regulars")).toBeVisible();

  await act(page, "Spring leads", "Edit");
  const form = dialog(page, "Update Customers List");
  await expect(form.getByLabel("List Name")).toHaveValue("Spring leads");
  await form.getByLabel("List Name").fill("REGULARS");
  await button(form, "Save").click();
  await expect(form.getByText("You already have a list with this name")).toBeVisible();
  await expect(form.getByLabel("List Name")).toBeFocused();
  await form.getByLabel("List Name").fill("Summer leads");
  await form.getByLabel("List Name").press("Enter");
  await expect(page.getByText("List renamed")).toBeVisible();
  await expect(rowOf(page, "Summer leads")).toBeVisible();
  await page.getByRole("link", { name: "Summer leads" }).click();
  await expect(page).toHaveURL(new RegExp(`/customers/${list_id}$`));
  await expect(rowOf(page, data.last_name)).toBeVisible();

  await openInApp(page, "/customers/lists");
  await act(page, "Summer leads", "Delete");
  await expect(dialog(page, "Delete list").getByText("The customer in it stays.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(dialog(page, "Delete list"), "Delete").click();
  await expect(page.getByText("List deleted")).toBeVisible();
  await expect(rowOf(page, "Summer leads")).toBeHidden();
  await expect(rowOf(page, "Regulars")).toBeVisible();
  await openInApp(page, "/customers/none");
  for (const person of [...people, data]) await expect(rowOf(page, person.last_name)).toBeVisible();
});

test("an agent sees lists and customers, but can't change lists or upload", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  await signIn(page, "agent");
  await page.goto("/customers/lists");
  await expect(page.getByRole("table", { name: "Customer lists" })).toBeVisible();
  await expect(button(page, "Add Customers List")).toHaveCount(0);
  await openInApp(page, "/customers");
  await expect(page.getByRole("heading", { name: "Customers" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Customers" })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(button(page, "Upload customers")).toBeHidden();
});

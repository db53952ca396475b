import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, openInApp, ownerToken, test } from "./app.ts";
import { bubble, tabTo } from "./conversation.ts";
import { addCustomer, type CustomerInput, newCustomerInput } from "./customer.ts";
import { fromSimulator, textFromPhone } from "./simulator.ts";

const nameOf = ({ first_name, last_name }: CustomerInput) => `${first_name} ${last_name}`;
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const written = ({ phone }: CustomerInput) => `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`;

/** Makes a call as the owner. */
async function ask(request: APIRequestContext, app: OwnerLogin, path: string, data: object) {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const answer = await request.post(`/api${path}`, { headers, data });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data;
}

/** A text from a customer's phone to the dealership, which has texted it before. */
async function textFrom({ phone }: CustomerInput, body: string) {
  const own = `+1${phone}`;
  const messages = () => fromSimulator<{ direction: string; from: string }>("messages", { phone: own });
  await expect.poll(async () => (await messages()).length).toBeGreaterThan(0);
  const to = (await messages()).find(({ direction }) => direction === "to_phone")?.from ?? "";
  await textFromPhone({ from: own, to, body });
}

test("a customer's page shows everything, updates live, and is gone once the person is erased", async ({
  page,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  const id = await addCustomer(request, app, person);
  const list = `Page ${person.last_name}`;
  const { list_id } = await ask(request, app, "/customers/lists/add", { title: list });
  await signIn(page, "owner");
  await page.goto("/customers");
  await page.getByRole("searchbox").fill(person.last_name);
  await page.getByRole("button", { name: `Actions for ${nameOf(person)}` }).click();
  await page.getByRole("menuitem", { name: "Details" }).click();

  await expect(page).toHaveURL(new RegExp(`/customer/${id}$`));
  await expect(page).toHaveTitle(/Rooftop — Customer$/);
  await expect(page.getByRole("heading", { name: nameOf(person), level: 1 })).toBeVisible();
  await expect(section(page, "Details")).toContainText(person.email);
  await expect(section(page, "Details")).toContainText(written(person));
  await expect(section(page, "Timeline")).toContainText("Nothing here yet.");
  await expect(page.getByText("No open lead", { exact: true })).toBeVisible();
  await expect(section(page, "Lists")).toContainText("Not in any list.");
  // One control says the state and changes it.
  const optIn = page.getByRole("switch", { name: /^Opt-In/ });
  await expect(optIn).not.toBeChecked();
  await expect(page.getByText("No consent yet", { exact: true })).toHaveCount(1);
  await expectNoAxeViolationsInBothSchemes(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "nothing sticks out").toBeLessThanOrEqual(0);

  await page.getByRole("button", { name: "Add to a list" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "List" }).fill(list);
  await page.getByRole("option", { name: new RegExp(list) }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(section(page, "Lists").getByRole("link", { name: list })).toHaveAttribute(
    "href",
    `/customers/${list_id}`,
  );
  await section(page, "Lists")
    .getByRole("button", { name: `Remove from ${list}` })
    .click();
  await expect(section(page, "Lists")).toContainText("Not in any list.");

  await page.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Update customer" });
  await edit.getByLabel("Company").fill("Palm Motors");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(section(page, "Details")).toContainText("Palm Motors");

  await ask(request, app, "/sendMessageToCustomer", { customer_id: id, message: "Your car is ready" });
  await expect(section(page, "Timeline")).toContainText("Your car is ready");
  await textFrom(person, "On <b>my</b> way");
  await expect(section(page, "Timeline")).toContainText("On <b>my</b> way");
  await textFrom(person, "STOP");
  await expect(page.getByText("Opted out", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Open chat" }).click();
  await expect(bubble(page, "Your car is ready")).toBeVisible();

  await openInApp(page, `/customer/${id}`);
  await page.getByRole("button", { name: /^More actions/ }).click();
  await page.getByRole("menuitem", { name: "Erase" }).click();
  const erasure = page.getByRole("dialog", { name: "Erase this person" });
  await expect(erasure).toContainText(`${nameOf(person)} is removed from every location`);
  await erasure.getByLabel("Who asked for this, and how?").fill("The customer, by email today");
  await erasure.getByLabel("Type ERASE to confirm").fill("erase");
  await erasure.getByRole("button", { name: "Erase permanently" }).click();
  await expect(erasure.getByLabel("Type ERASE to confirm")).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolationsInBothSchemes(page);
  await erasure.getByLabel("Type ERASE to confirm").fill("ERASE");
  await erasure.getByRole("button", { name: "Erase permanently" }).click();
  await expect(page).toHaveURL(/\/customers$/);
  await openInApp(page, `/customer/${id}`);
  await expect(page.getByText("Customer not found")).toBeVisible();
});

test("duplicates are found, merged, and unmerged", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const one = newCustomerInput();
  const other = { ...newCustomerInput(), email: one.email, first_name: "Margarita" };
  const kept = await addCustomer(request, app, one);
  const merged = await addCustomer(request, app, other);
  await ask(request, app, "/sendMessageToCustomer", { customer_id: kept, message: "To the first phone" });
  await ask(request, app, "/sendMessageToCustomer", { customer_id: merged, message: "To the second phone" });
  await textFrom(one, "From the first phone");
  await signIn(page, "owner");
  await page.goto("/customers");
  await page.getByRole("link", { name: "Find duplicates" }).click();
  await expect(page).toHaveURL(/\/customers\/duplicates$/);
  const pair = page.getByRole("listitem").filter({ hasText: one.last_name });
  await expect(pair).toContainText("Same email address");
  await expectNoAxeViolationsInBothSchemes(page);

  await tabTo(page, pair.getByRole("button", { name: /^Merge / }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge two customers" });
  await expect(dialog.getByText("What will change")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: new RegExp(one.last_name) }).first()).toBeChecked();
  await expect(dialog).toContainText(`Moves 1 message to ${nameOf(one)}`);
  await dialog
    .getByRole("group", { name: "Name" })
    .or(dialog.getByRole("radiogroup", { name: "Name" }))
    .getByLabel(nameOf(other))
    .check();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();

  await expect(page).toHaveURL(new RegExp(`/customer/${kept}$`));
  await expect(page.getByRole("heading", { name: nameOf(other), level: 1 })).toBeVisible();
  await expect(section(page, "Details")).toContainText(`Also texts from${written(other)}`);
  await textFrom(other, "It's me, from the other phone");
  await expect(section(page, "Timeline")).toContainText(`from ${written(other)}`);
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("button", { name: "Undo merge" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo merge" }).click();
  await expect(page.getByText("Merge undone")).toBeVisible();
  await expect(page.getByRole("heading", { name: nameOf(one), level: 1 })).toBeVisible();
  await expect(section(page, "Timeline")).not.toContainText("the other phone");
  await page.getByRole("button", { name: /^Not the same/ }).click();
  await expect(page.getByText("They will no longer be shown as possible duplicates")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Not the same/ })).toHaveCount(0);
  await openInApp(page, `/customer/${merged}`);
  await expect(section(page, "Timeline")).toContainText("It's me, from the other phone");
});

import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";
import { fromSimulator, textFromPhone } from "./simulator.ts";

const timeline = (page: Page) => page.getByRole("region", { name: "Timeline", exact: true });
const entry = (page: Page, text: string) => timeline(page).getByRole("listitem").filter({ hasText: text });

async function ask(request: APIRequestContext, app: OwnerLogin, path: string, data: object) {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const answer = await request.post(`/api${path}`, { headers, data });
  expect(answer.status()).toBe(200);
  return (await answer.json()).data;
}

test("a customer's timeline tells everything, is narrowed, written to and edited in place", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const person = newCustomerInput();
  const id = await addCustomer(request, app, person);
  const vehicles = [{ interest: "buy", year: "2026", make: "Kia", model: "Sorento" }];
  await ask(request, app, "/leads/add", { customer_id: id, source: "Website", vehicles });
  await ask(request, app, "/tasks/add", {
    description: "Send the order",
    customer_id: id,
    due_at: "2031-01-01T00:00:00Z",
  });
  await ask(request, app, "/sendMessageToCustomer", { customer_id: id, message: "It's here: Gravity Gray" });
  await signIn(page, "owner");
  await page.goto(`/customer/${id}`);
  await expect(entry(page, "It's here: Gravity Gray")).toBeVisible();
  await expect(entry(page, "from Website, 2026 Kia Sorento")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, "nothing sticks out").toBeLessThanOrEqual(0);

  // What comes in joins without a reload.
  const own = `+1${person.phone}`;
  const messages = () => fromSimulator<{ direction: string; from: string }>("messages", { phone: own });
  await expect.poll(async () => (await messages()).length).toBeGreaterThan(0);
  const dealership = (await messages())[0]?.from ?? "";
  await textFromPhone({ from: own, to: dealership, body: "Love that color" });
  await expect(entry(page, "Love that color")).toBeVisible();

  const field = page.getByRole("textbox", { name: "Write to the customer" });
  await field.fill("See you Monday");
  await field.press("Enter");
  await expect(entry(page, "See you Monday")).toContainText("Love that color");
  await expect(field).toHaveValue("");

  if (isMobile) {
    await page.getByRole("button", { name: "More ways to write" }).click();
    await page.getByRole("menuitem", { name: "Note" }).click();
  } else {
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("n");
  }
  const note = page.getByRole("textbox", { name: "Write a note. Customers never see it." });
  await expect(note).toBeFocused();
  await note.fill("Wants the second key");
  await note.press("Enter");
  await page.getByRole("button", { name: "Wants the second key" }).click();
  await page.getByRole("textbox", { name: "Edit note" }).fill("Has both keys");
  await page.getByRole("textbox", { name: "Edit note" }).press("Enter");
  await expect(entry(page, "Has both keys")).toBeVisible();
  await expect(entry(page, "Wants the second key")).toHaveCount(0);

  await page.getByRole("checkbox", { name: "Mark as done: Send the order" }).click();
  await expect(page.getByRole("checkbox", { name: "Reopen: Send the order" })).toBeChecked();

  await page.getByRole("button", { name: "Notes 1" }).click();
  await expect(page).toHaveURL(/kinds=note/);
  await expect(entry(page, "Love that color")).toHaveCount(0);
  await page.getByRole("button", { name: "Tasks 1" }).click({ modifiers: ["Shift"] });
  await expect(page).toHaveURL(/kinds=note%2Ctask|kinds=note,task/);
  await expect(entry(page, "Send the order")).toBeVisible();
  await page.getByRole("button", { name: /^All/ }).click();
  await page.getByRole("button", { name: "Search the timeline" }).click();
  await page.getByRole("searchbox", { name: "Search the timeline" }).fill("gravity");
  await expect(entry(page, "Has both keys")).toHaveCount(0);
  await expect(entry(page, "Gravity Gray")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search the timeline" }).press("Escape");
  await expect(entry(page, "Has both keys")).toBeVisible();

  if (isMobile) return;
  await page.getByRole("button", { name: "Move to Shown" }).click();
  await expect(page.getByRole("button", { name: "Shown", exact: true })).toHaveAttribute("aria-current", "step");
  await page.getByRole("button", { name: "Move to Contacted" }).click();
  await expect(page.getByRole("dialog", { name: "Move back to Contacted?" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Move", exact: true }).click();
  await expect(entry(page, "from Shown to Contacted")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("j");
  await expect(timeline(page).getByRole("listitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/customers$/);
});

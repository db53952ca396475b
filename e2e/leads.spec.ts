import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { newCustomerInput } from "./customer.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const leadDialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** A lead as a listing site sends it to the location's web address. */
async function receiveLead(request: APIRequestContext, app: OwnerLogin, last_name: string, phone: string) {
  const token = await ownerToken(request, app);
  const answer = await request.get("/api/leads/address", { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data: { url: string } };
  const adf = `<?xml version="1.0"?><adf><prospect><id source="x">${randomUUID()}</id>
    <vehicle interest="buy" status="used"><year>2021</year><make>Honda</make><model>Accord</model><stock>P4471</stock></vehicle>
    <customer><contact><name part="first">Rita</name><name part="last">${last_name}</name><phone>${phone}</phone></contact>
    <comments>Is it &lt;b&gt;still&lt;/b&gt; here?</comments></customer><provider><name>AutoFinder</name></provider></prospect></adf>`;
  const path = new URL(data.url).pathname;
  const sent = await request.post(path, { headers: { "content-type": "application/x-adf+xml" }, data: adf });
  expect(sent.status()).toBe(200);
}

test("a lead comes in, is claimed, answered, moved and sold", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const person = newCustomerInput();
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  if (isMobile) await button(page, "Open menu").click();
  await page.getByRole("link", { name: /^Leads/ }).click();
  await expect(page).toHaveTitle(/Rooftop — Leads$/);
  await receiveLead(request, app, person.last_name, person.phone);
  const row = rowOf(page, person.last_name);
  await expect(row).toContainText("2021 Honda Accord");
  await expectNoAxeViolationsInBothSchemes(page);

  await row.getByRole("button", { name: /^Claim/ }).click();
  await expect(row).toContainText("Olivia Grant");
  await row.getByRole("button", { name: /Open lead/ }).click();
  const lead = leadDialog(page, `Rita ${person.last_name}`);
  await expect(lead.getByText("Is it still here?")).toBeVisible();
  await expect(page).toHaveURL(/lead=\d+/);
  await expectNoAxeViolationsInBothSchemes(page);
  await lead.getByRole("button", { name: "Contacted" }).click();
  await expect(lead.getByText(/from New to Contacted/)).toBeVisible();

  await lead.getByRole("button", { name: "Lost" }).click();
  const lost = leadDialog(page, "Move to Lost?");
  await lost.getByRole("button", { name: "Move" }).click();
  await expect(lost.getByText("Say why it was lost")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lost).toBeHidden();
  await lead.getByRole("button", { name: "Sold" }).click();
  await page.getByRole("dialog", { name: /Sold/ }).getByRole("button").last().click();
  await expect(lead.getByText(/from Contacted to Sold/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lead).toBeHidden();
  await expect(row).toBeHidden();
  await page.getByRole("combobox", { name: "Show" }).selectOption("closed");
  await expect(row).toContainText("Sold");
});

test("a lead is added for a new person, and shows beside the conversation", { tag: "@once" }, async ({
  page,
  signIn,
}) => {
  const person = newCustomerInput();
  await signIn(page, "owner");
  await page.goto("/leads");
  await button(page, "Add lead").first().click();
  const add = leadDialog(page, "Add lead");
  await add.getByRole("button", { name: "Add lead" }).click();
  await expect(add.getByText("Enter a phone number or an email address")).toBeVisible();
  await add.getByLabel("First name").fill("Rita");
  await add.getByLabel("Last name").fill(person.last_name);
  await add.getByLabel("Phone").fill(person.phone);
  await add.getByLabel("Year").fill("21");
  await add.getByLabel("Make").fill("Honda");
  await add.getByRole("button", { name: "Add lead" }).click();
  await expect(add.getByText("Enter a year with four digits, such as 2021")).toBeVisible();
  await add.getByLabel("Year").fill("2021");
  await add.getByRole("button", { name: "Add lead" }).click();
  await expect(add).toBeHidden();
  await rowOf(page, person.last_name)
    .getByRole("button", { name: /Open lead/ })
    .click();
  await leadDialog(page, `Rita ${person.last_name}`).getByRole("link", { name: "Customer page" }).click();
  await expect(page.getByRole("region", { name: "Leads" })).toContainText("2021 Honda");
});

test("an owner sees where leads go, and changes the stages", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/settings/leads");
  await expect(page.getByLabel("Web address", { exact: true })).toHaveValue(/\/webhooks\/leads\/[0-9a-f]{20}$/);
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Add stage").click();
  await page.keyboard.type("Deposit");
  await button(page, "Save stages").click();
  await expect(page.getByText("Stages saved")).toBeVisible();
  await page.goto("/leads");
  await page.getByRole("combobox", { name: "Stage" }).selectOption({ label: "Deposit" });
  await expect(page.getByText("No matching records found")).toBeVisible();
});

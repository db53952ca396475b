import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, ownerToken, test } from "./app.ts";
import { newCustomerInput } from "./customer.ts";
import { nextNumber } from "./nextNumber.ts";
import { fromSimulator } from "./simulator.ts";

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** An area code where texts may arrive at this hour; between 11 and 12 UTC there is none. */
function areaCodeInDaytime(): string | undefined {
  const hour = new Date().getUTCHours();
  if (hour === 11) return undefined;
  if (hour >= 12) return "787";
  return hour < 7 ? "808" : "671";
}

test("a manager writes a campaign, picks a list, sees who gets it, and sends it", { tag: "@layout" }, async ({
  page,
  signIn,
  request,
  app,
}) => {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const phone = `${areaCodeInDaytime() ?? "808"}${2_120_000 + nextNumber()}`;
  const person = { ...newCustomerInput(), first_name: "Leilani", phone };
  const added = await request.post("/api/customers/add", { headers, data: person });
  expect(added.status(), await added.text()).toBe(200);
  const found = await request.post("/api/customers/appointment", { headers, data: { search_param: phone } });
  const customer = (await found.json()).data.allCustomers[0].id as number;
  const title = `Islands ${randomInt(1e9)}`;
  const listed = await request.post("/api/customers/lists/add", { headers, data: { title } });
  const list = (await listed.json()).data.list_id as number;
  const path = `/api/customers/lists/${list}/add_customers`;
  expect((await request.post(path, { headers, data: { customer_ids: [customer] } })).status()).toBe(200);

  await signIn(page, "manager");
  await page.goto("/text-campaign/add");
  await button(page, "Next").click();
  await expect(page.getByText("Campaign name is required!")).toBeVisible();
  await page.getByLabel("Campaign name").fill("Winter service");
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Next").click();

  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Hi [Name], winter is here!");
  await page.locator("input[type=file]").setInputFiles({ name: "car.png", mimeType: "image/png", buffer: onePixel });
  await expect(page.getByRole("img", { name: "Picture of the message" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Next").click();
  await page.getByRole("button", { name: "Show: Replace “[Name]” with your own words" }).click();
  await expect(message).toBeFocused();
  await page.keyboard.type("%first_name%");
  await expect(message).toHaveValue("Hi %first_name%, winter is here!");
  await button(page, "Next").click();
  await expect(page.getByText("Reply STOP to unsubscribe from marketing messages.")).toBeVisible();
  await expect(button(page, "Send Test")).toBeVisible();
  await button(page, "Next").click();

  await button(page, "Next").click();
  await expect(page.getByText("Please select at least 1 list!")).toBeVisible();
  await button(page, "Create new contact list").click();
  const dialog = page.getByRole("dialog", { name: "Create new contact list" });
  await dialog.getByRole("button", { name: "Import CSV" }).click();
  await expect(dialog.getByText("List name is required")).toBeVisible();
  await expect(dialog.getByText("Customer CSV file is required")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("List Name").fill(`${title} by file`);
  const csv = `First name,Phone\nNoelani,808${5_550_000 + nextNumber()}\n`;
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await dialog.getByRole("button", { name: "Import CSV" }).click();
  for (const step of ["Match the columns", "Check the rows", "Import the customers"]) {
    await expect(dialog.getByRole("region", { name: step })).toBeVisible();
    await dialog.getByRole("button", { name: "Continue", exact: true }).click();
  }
  await expect(dialog.getByText("The import is done")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button(page, `Remove ${title} by file`)).toBeVisible();
  await expect(page.getByText("No consent on file")).toBeVisible();
  await page.getByRole("combobox", { name: "Add a list" }).fill(title);
  await page.getByRole("option", { name: title, exact: true }).click();
  await expect(page.getByText("customer gets this text")).toBeVisible();
  await button(page, "Next").click();
  await expect(page.getByText("Must accept consent before continuing.").first()).toBeVisible();
  await page.getByLabel("These clients have consented to receive marketing communications.").check();
  await page.getByLabel("We collected these contacts ourselves; none were bought, rented or shared.").check();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Next").click();

  await page.getByLabel("Schedule based on time zones").check();
  await expect(button(page, "Schedule Now")).toBeVisible();
  await expect(page.getByRole("region", { name: "Who gets it when" })).toContainText("1 customer");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByLabel("Send now").check();
  if (areaCodeInDaytime() === undefined) return expect(page.getByText("1 wait for daytime")).toBeVisible();
  await button(page, "Send Now").click();
  await expect(page).toHaveURL(/\/text-campaign$/);
  await expect(async () => {
    const texts = await fromSimulator<{ body: string; media: string[] }>("messages", { phone: `+1${phone}` });
    expect(texts.map(({ body, media }) => [body, media.length])).toEqual([
      ["Hi Leilani, winter is here! Reply STOP to unsubscribe from marketing messages.", 1],
    ]);
  }).toPass({ timeout: 45_000 });
});

test("a draft that someone else saved meanwhile is neither lost nor overwritten", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
  app,
}) => {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const save = async (data: object) => {
    const saved = await request.post("/api/campaigns/text/add", { headers, data: { save_type: "draft", ...data } });
    expect(saved.status(), await saved.text()).toBe(200);
    return (await saved.json()).data.id as number;
  };
  const id = await save({ title: "Spring", campaign_template: "First words" });
  await signIn(page, "manager");
  await page.goto(`/text-campaign/edit/${id}?step=2`);
  await expect(page.getByText(/^Draft · saved \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await page.getByRole("textbox", { name: "Message" }).fill("My words");
  await page.reload();
  await expect(page.getByText("Your unsaved changes are back.")).toBeVisible();
  await save({ title: "Spring", campaign_template: "Their words", campaign_id: id });

  await button(page, "Save as draft").click();
  await expect(page.getByText("Someone else saved this draft", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("My words");
  await page.getByRole("link", { name: "Close", exact: true }).click();
  await button(page, "Keep editing").click();
  await button(page, "Keep mine").click();
  await expect(page).toHaveURL(/\/text-campaign$/);
  const one = await request.post(`/api/campaigns/text/${id}`, { headers });
  expect((await one.json()).data.campaignData.campaign_template).toBe("My words");
});

test("a list that comes twice breaks nothing, and what was written outlives a broken screen", {
  tag: ["@once", "@deep"],
}, async ({ page, signIn }) => {
  await signIn(page, "manager");
  await page.goto("/text-campaign/add");
  await page.getByLabel("Campaign name").fill("Spring tires");
  await button(page, "Next").click();
  await page.getByRole("textbox", { name: "Message" }).fill("Hi %first_name%, spring is here!");
  await button(page, "Next").click();
  const list = {
    id: 7,
    title: "Twice",
    customers_count: 1,
    number: 1,
    status: 1,
    created_on: "2026-11-01T12:00:00.000Z",
  };
  let answer: unknown = { allCustomersLists: [list, list], no_customers: 0, truncated: false };
  await page.route("**/api/customers/lists", (route) =>
    route.fulfill({ json: { status: "success", message: "", data: answer } }),
  );
  await button(page, "Next").click();
  await page.getByRole("combobox", { name: "Add a list" }).click();
  await expect(page.getByRole("option", { name: "Twice" })).toHaveCount(1);

  answer = {};
  await page.getByRole("option", { name: "Twice" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong here" })).toBeVisible();
  await page.unroute("**/api/customers/lists");
  await button(page, "Reload").click();
  await expect(page.getByText("Your unsaved changes are back.")).toBeVisible();
  await page.goto("/text-campaign/add?step=2");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Hi %first_name%, spring is here!");
});

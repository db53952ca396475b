import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, ownerToken, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { bubble, composer, newChat, tabTo } from "./conversation.ts";
import { newCustomerInput } from "./customer.ts";

const button = (on: Page | Locator, name: string) => on.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const message = (page: Page) => page.getByRole("textbox", { name: "Template Message" });

async function act(page: Page, title: string, action: string) {
  await button(page, `Actions for ${title}`).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** Makes a call of the business; returns the answer's data. */
async function call(request: APIRequestContext, token: string, path: string, data: Record<string, unknown>) {
  const answer = await request.post(`/api/${path}`, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}

test("a template is written with variables, changed in two tabs, found and deleted", async ({
  page,
  request,
  signIn,
  isMobile,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/text-templates");
  await expect(heading(page, "Text templates")).toBeAttached();
  await button(page, "Create New Template").click();
  await button(page, "Save").click();
  await expect(page.getByText("Template Title is required").first()).toBeVisible();
  await expect(page.getByText("Template Content is required").first()).toBeVisible();
  await message(page).click();
  await expect(message(page)).not.toHaveAttribute("aria-invalid", "true");

  await page.getByRole("textbox", { name: "Template Title" }).fill("Winter check");
  await message(page).fill("Hi , winter is here");
  await message(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(3, 3));
  await button(page, "Insert first name").click();
  await expect(message(page)).toHaveValue("Hi %first_name%, winter is here");
  await page.keyboard.type("!");
  await expect(message(page)).toHaveValue("Hi %first_name%!, winter is here");
  const phone = page.getByRole("region", { name: "Preview on a phone" });
  await expect(phone).toContainText("Hi Maria!, winter is here Reply STOP to unsubscribe from marketing messages.");
  await expect(page.getByText("1 segment", { exact: true })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Save").click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await expect(button(page, "Update")).toBeVisible();

  // Someone else changes it meanwhile.
  const { allTemplates } = await call(request, business.token, "templates/text", {});
  const theirs = { title: "Winter check", template: "Theirs" };
  await call(request, business.token, `templates/text/edit/${allTemplates[0].id}`, theirs);
  await message(page).fill("x".repeat(330));
  await expect(message(page)).toHaveValue("x".repeat(320));
  await expect(page.getByText("Cut at 320 characters; 10 left out.")).toBeVisible();
  await message(page).fill("Mine");
  await button(page, "Update").click();
  await expect(page.getByText("Someone else changed this template while you were editing.")).toBeVisible();
  await button(page, "Keep mine").click();
  await expect(page.getByText("Template updated")).toBeVisible();
  await expect(phone).toContainText("Mine");

  await message(page).fill("Not saved");
  await button(page, isMobile ? "All templates" : "Create New Template").click();
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await button(question, "Discard").click();
  if (isMobile) await expect(button(page, "Create New Template")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search templates" }).fill("nothing like it");
  await expect(page.getByText("No matching records found")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search templates" }).fill("winter");
  await page.getByRole("button", { name: /^Winter check/ }).click();
  await expect(message(page)).toHaveValue("Mine");
  await button(page, "Delete").click();
  await button(page.getByRole("dialog", { name: "Delete this template?" }), "Delete").click();
  await expect(page.getByText("Template deleted")).toBeVisible();
});

test("an agent inserts a template into what is typed, by keyboard, and its picture goes along", async ({
  page,
  app,
  request,
  signIn,
}) => {
  const { chat_id } = await newChat(request, app);
  const title = `Back in stock ${chat_id}`;
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const added = await request.post("/api/templates/text/add", {
    headers: { authorization: `Bearer ${await ownerToken(request, app)}` },
    multipart: {
      title,
      template: "%first_name%, it is back.",
      image: { name: "car.png", mimeType: "image/png", buffer: png },
    },
  });
  expect(added.status(), await added.text()).toBe(200);

  await signIn(page, "agent");
  await page.goto(`/inbox/all/${chat_id}`);
  await composer(page).fill("Hi Come by!");
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(2, 2));
  await tabTo(page, button(page, "Templates"));
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Templates" });
  await expect(panel.getByLabel("Search templates")).toBeFocused();
  await page.keyboard.type(title);
  const option = panel.getByRole("option", { name: title });
  await expect(option).toContainText("Dana, it is back.");
  await expect(option.getByRole("img", { name: "With picture" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Enter");
  await expect(panel).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue("Hi Dana, it is back. Come by!");
  await expect(page.getByText("1 picture message")).toBeVisible();
  // Until the picture is attached, nothing is sent.
  await expect(button(page, "Send")).toBeEnabled();
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflows).toBe(false);
  await page.keyboard.press("Enter");
  await expect(bubble(page, "Hi Dana, it is back. Come by!")).toContainText("Delivered");
  await expect(bubble(page, "Hi Dana, it is back. Come by!").locator("img")).toBeVisible();

  await button(page, "Templates").click();
  await panel.getByLabel("Search templates").fill("nothing like it");
  await expect(panel.getByText("No matching records found")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("campaigns are listed, looked at, paused, resumed and deleted", { tag: "@deep" }, async ({
  page,
  app,
  request,
  signIn,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/text-campaign");
  await expect(page.getByText("Reach your customers with their first campaign")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  // A location with a number can send.
  const token = await ownerToken(request, app);
  const person = newCustomerInput();
  const mark = person.last_name;
  const [draft, scheduled, list] = [`Fall tires ${mark}`, `Winter special ${mark}`, `Loyalty Club ${mark}`];
  const { list_id } = await call(request, token, "customers/lists/add", { title: list });
  await call(request, token, "customers/add", { ...person, list_id });
  const drafted = { title: draft, campaign_template: "Tires!", campaign_customers_list: [list_id] };
  await call(request, token, "campaigns/text/add", { ...drafted, save_type: "draft" });
  await call(request, token, "campaigns/text/add", {
    ...drafted,
    title: scheduled,
    campaign_send_option: "later",
    campaign_send_date: "2030-06-03",
    campaign_send_time: "10:00",
    consent: 1,
    consent_collected: 1,
  });
  await signIn(page, "owner");
  await page.goto("/text-campaign");
  const row = (title: string) => page.getByRole("row").filter({ hasText: title });
  await expect(row(scheduled).getByText("Scheduled")).toBeVisible();
  await expect(row(draft).getByText("Scheduled")).toBeHidden();

  await page.getByRole("combobox", { name: "Status" }).selectOption("Scheduled");
  await expect(page).toHaveURL(/status=scheduled/);
  await expect(row(draft)).toHaveCount(0);
  await page.getByRole("combobox", { name: "Created" }).selectOption("Today");
  await expect(row(scheduled)).toBeVisible();
  await page.getByRole("combobox", { name: "Status" }).selectOption("Any");
  await expect(row(draft)).toBeVisible();

  await act(page, scheduled, "View message");
  await expect(page.getByRole("dialog", { name: "Campaign Message" })).toContainText("Tires!");
  await page.keyboard.press("Escape");
  await act(page, scheduled, "View statistics");
  await expect(page.getByRole("dialog", { name: "Campaign Analytics" })).toContainText("Audience");
  await page.keyboard.press("Escape");
  await button(row(scheduled), list).click();
  const lists = page.getByRole("dialog", { name: "Campaign Lists" });
  await expect(lists.getByRole("link", { name: list })).toHaveAttribute("href", `/customers/${list_id}`);
  await page.keyboard.press("Escape");
  await expect(lists).toBeHidden();

  await act(page, scheduled, "Pause");
  await expect(row(scheduled).getByText("Paused")).toBeVisible();
  await page.getByRole("link", { name: scheduled }).click();
  await expect(heading(page, scheduled)).toBeAttached();
  await expect(page.getByText("Recipients appear here")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await button(page, "Download recipients").click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Resume").click();
  await expect(page.getByText("Scheduled", { exact: true }).first()).toBeVisible();
  await button(page, "Cancel campaign").click();
  await button(page.getByRole("dialog", { name: "Cancel this campaign?" }), "Cancel campaign").click();
  await expect(page.getByText("Canceled", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "Back to campaigns" }).click();
  await act(page, scheduled, "Delete");
  await button(page.getByRole("dialog", { name: "Delete this campaign?" }), "Delete").click();
  await expect(row(scheduled)).toHaveCount(0);
  await openInApp(page, "/text-templates");
  await expect(heading(page, "Text templates")).toBeAttached();
});

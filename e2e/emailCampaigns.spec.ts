import { randomInt } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { starterTemplates } from "#domains/templates/email/rules.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, ownerToken, test } from "./app.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";
import { measureMail } from "./mailMeasures.ts";
import { fromSimulator } from "./simulator.ts";

const button = (on: Page | Locator, name: string) => on.getByRole("button", { name, exact: true });

/** Makes calls of the sample dealership's owner; returns their data. */
async function ownersCalls(request: APIRequestContext, app: Parameters<typeof ownerToken>[1]) {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  return async (path: string, data: object = {}) => {
    const answer = await request.post(`/api/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).data;
  };
}

test("a manager starts an email from a template, checks and tests it, sends it, and sees who read it", async ({
  page,
  signIn,
  request,
  app,
}) => {
  const call = await ownersCalls(request, app);
  const mark = randomInt(1e9);
  const person = { ...newCustomerInput(), first_name: "Leilani", email: `leilani${mark}@example.com` };
  const customer = await addCustomer(request, app, person);
  const [listTitle, templateTitle, title] = [`Readers ${mark}`, `Winter ${mark}`, `Winter email ${mark}`];
  const { list_id } = await call("customers/lists/add", { title: listTitle });
  await call(`customers/lists/${list_id}/add_customers`, { customer_ids: [customer] });
  const template = '<p>Aloha %first_name%, <a href="https://offers.test/winter">see our winter offers</a>.</p>';
  await call("templates/email/add", { title: templateTitle, template });

  await signIn(page, "manager");
  await page.goto("/email-campaign/add");
  await button(page, "Next").click();
  await expect(page.getByText("Campaign name is required!")).toBeVisible();
  await expect(page.getByText("Enter a subject")).toBeVisible();
  await page.getByLabel("Campaign name").fill(title);
  await page.getByLabel("Campaign subject", { exact: true }).fill("Winter, %first_name%");
  await page.getByRole("button", { name: /^Service reminder/ }).click();
  await expect(page.frameLocator("iframe").getByText("Time for a checkup?")).toBeVisible();
  await page.getByRole("button", { name: templateTitle }).click();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Select Template").click();

  const editor = page.getByRole("textbox", { name: "Email", exact: true });
  await expect(editor).toContainText("Aloha First name, see our winter offers.");
  await editor.press("ControlOrMeta+End");
  await page.keyboard.type(" Mahalo!");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.reload();
  await expect(editor).toContainText("see our winter offers. Mahalo!");
  await button(page, "Save as template").click();
  const saveAs = page.getByRole("dialog", { name: "Save as template" });
  await expect(saveAs.getByLabel("Template Title")).toHaveValue(title);
  await button(saveAs, "Save").click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await button(page, "Next").click();

  await expect(page.getByRole("heading", { name: "Before you send" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Send Test").click();
  const dialog = page.getByRole("dialog", { name: "Send Test" });
  await dialog.getByLabel("Email address").fill(`test${mark}@example.com`);
  await dialog.getByRole("button", { name: "Send Test" }).click();
  await expect(page.getByText("Test email sent!")).toBeVisible();
  await button(page, "Next").click();

  await button(page, "Send Now").click();
  await expect(page.getByText("Please select at least 1 list!").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Add a list" }).fill(listTitle);
  await page.getByRole("option", { name: listTitle }).click();
  await expect(page.getByText("customer gets this email")).toBeVisible();
  await page.getByLabel("Schedule based on time zones").check();
  await expect(button(page, "Schedule Now")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByLabel("Send now").check();
  await button(page, "Send Now").click();
  await expect(page).toHaveURL(/\/email-campaign$/);

  let html = "";
  await expect(async () => {
    const mails = await fromSimulator<{ subject: string; html: string }>("mails", { to: person.email });
    expect(mails.map(({ subject }) => subject)).toEqual(["Winter, Leilani"]);
    html = mails[0]?.html ?? "";
  }).toPass({ timeout: 45_000 });
  expect(html).toContain("Aloha Leilani");
  const link = /href="([^"]*\/l\/[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  // A click within the first seconds is a scanner's, so the reader clicks until it counts.
  await page.getByRole("link", { name: title }).click();
  await expect(async () => {
    const followed = await request.get(new URL(link).pathname, { maxRedirects: 0, headers: { "user-agent": phone } });
    expect(followed.headers().location).toBe("https://offers.test/winter");
    await page.reload();
    await expect(page.getByText("1 of 1", { exact: true })).toHaveCount(3, { timeout: 2_000 });
  }).toPass({ timeout: 45_000 });
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Show who followed https://offers.test/winter").click();
  await expect(page.getByRole("link", { name: "Leilani" })).toBeVisible();
  await page.getByRole("link", { name: "Back to campaigns" }).click();
  await button(page, `Actions for ${title}`).click();
  await page.getByRole("menuitem", { name: "View Stats" }).click();
  await expect(page.getByRole("dialog", { name: "Campaign Analytics" })).toContainText("Delivered 100%");
});

test("an email draft that someone else saved meanwhile is neither lost nor overwritten", {
  tag: ["@once", "@deep"],
}, async ({ page, signIn, request, app }) => {
  const call = await ownersCalls(request, app);
  const draft = { save_type: "draft", title: "Spring", email_subject: "First subject" };
  const { id } = await call("campaigns/email/add", draft);
  await signIn(page, "manager");
  await page.goto(`/email-campaign/edit/${id}`);
  await page.getByLabel("Campaign subject", { exact: true }).fill("My subject");
  await call("campaigns/email/add", { ...draft, email_subject: "Their subject", campaign_id: id });
  await button(page, "Save as draft").click();
  await expect(page.getByText("Someone else saved this draft", { exact: true })).toBeVisible();
  await button(page, "Reload").click();
  await expect(page.getByLabel("Campaign subject", { exact: true })).toHaveValue("Their subject");
});

test("an owner reads the mail that came back, and takes the bounce back", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
  app,
}) => {
  const call = await ownersCalls(request, app);
  const mark = randomInt(1e9);
  const person = { ...newCustomerInput(), first_name: "Ghislaine", email: `bounce@left${mark}.example.com` };
  const customer = await addCustomer(request, app, person);
  const content = { title: `Left ${mark}`, email_subject: "Hello", campaign_template: "<p>Hello.</p>" };
  const { id } = await call("campaigns/email/add", {
    ...content,
    campaign_recipient_type: "individual",
    campaign_customers: [customer],
    campaign_send_option: "now",
  });
  await signIn(page, "owner");
  await expect(async () => {
    await page.goto(`/email-campaign/${id}`);
    await expect(page.getByRole("table").getByText("Bounced").first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 45_000 });
  await button(page, `View the email to Ghislaine ${person.last_name}`).click();
  const dialog = page.getByRole("dialog", { name: "Message" });
  await button(dialog, "Why did it bounce?").click();
  await expect(dialog.getByText("Nobody has this address.")).toBeVisible();
  const raw = dialog.getByRole("region", { name: "The report as it came" });
  await expect(raw).toContainText(`Final-Recipient: rfc822; ${person.email}`);
  expect(await raw.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await expectNoAxeViolationsInBothSchemes(page);
  await button(dialog, "Undo bounce").click();
  await expect(page.getByText("Bounce undone.")).toBeVisible();
});

test("every starter can be read on a phone and a desktop, in light and dark, without its pictures", {
  tag: ["@once", "@deep"],
}, async ({ page, request, app }) => {
  const call = await ownersCalls(request, app);
  const picture = '<p><img src="https://pictures.example/truck.jpg" alt="A blue pickup truck" width="560"></p>';
  await page.route(/^https?:/, (route) => route.abort());
  for (const { title, template } of starterTemplates) {
    const body = template.replaceAll("<a style", '<a href="https://harbor.example/" style') + picture;
    const draft = { title, email_subject: title, campaign_template: body };
    const { html } = await call("campaigns/email/preflight", draft);
    for (const width of [360, 700]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.setContent(html);
        const measures = await measureMail(page);
        expect({ title, width, colorScheme, ...measures }).toMatchObject({
          overflow: 0,
          tooSmall: [],
          tooFaint: [],
          hiddenPictures: [],
          flatButtons: [],
        });
        expect(measures.buttons).toBeGreaterThan(0);
      }
    }
  }
});
